! SPDX-FileCopyrightText: 2026 The Spur authors
! SPDX-License-Identifier: LGPL-2.1-or-later
program fortran
  use mpi
  implicit none
  integer :: error, me, n, up, down
  ! Made of all that came, so that a layer that changes something is found out. What comes while
  ! the program goes on is volatile, since compilers know nothing of MPI.
  integer :: total = 0

  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, error)
  call MPI_Comm_size(MPI_COMM_WORLD, n, error)
  up = mod(me + 1, n)
  down = mod(me + n - 1, n)
  call exchange_often
  call send_in_all_ways
  call complete_in_all_ways
  call receive_what_was_probed
  call send_again
  call make_communicators
  call work_in_all_forms
  call MPI_Allreduce(MPI_IN_PLACE, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
  if (me == 0) print *, total
  call MPI_Finalize(error)

contains

  subroutine expect(is_so, what)
    logical, intent(in) :: is_so
    character(len=*), intent(in) :: what

    if (.not. is_so) print *, 'wrong ', what
  end subroutine

  subroutine add_number(number)
    integer, intent(in) :: number

    total = mod(total * 31 + number, 1000003)
  end subroutine

  subroutine exchange_often
    double precision :: out(8), received
    double precision, volatile :: in(8)
    integer :: i, place, half, requests(2), status(MPI_STATUS_SIZE), statuses(MPI_STATUS_SIZE, 2)

    call MPI_Comm_split(MPI_COMM_WORLD, mod(me, 2), me, half, error)
    out = me
    received = 0
    do i = 1, 10
      call MPI_Irecv(in, 8, MPI_DOUBLE_PRECISION, down, 5, MPI_COMM_WORLD, requests(1), error)
      call MPI_Isend(out, 8, MPI_DOUBLE_PRECISION, up, 5, MPI_COMM_WORLD, requests(2), error)
      if (mod(i, 2) == 0) then
        call MPI_Waitall(2, requests, statuses, error)
        call expect(statuses(MPI_SOURCE, 1) == down, 'source')
      else
        call MPI_Waitany(2, requests, place, status, error)
        call expect(place >= 1 .and. place <= 2, 'place')
        call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, error)
      end if
      received = received + in(3)
      call MPI_Sendrecv(out, 8, MPI_DOUBLE_PRECISION, up, 6, in, 8, MPI_DOUBLE_PRECISION, down, &
                        6, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
      call MPI_Allreduce(MPI_IN_PLACE, in, 8, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, error)
      call expect(in(1) == n - 1, 'largest')
      call MPI_Bcast(in, 4, MPI_DOUBLE_PRECISION, 0, half, error)
      call MPI_Ibarrier(half, requests(1), error)
      call MPI_Wait(requests(1), MPI_STATUS_IGNORE, error)
    end do
    call expect(received == 10 * down, 'sum')
    call MPI_Comm_free(half, error)
    call expect(half == MPI_COMM_NULL, 'freed communicator')
  end subroutine

  subroutine send_in_all_ways
    character :: space(4096)
    integer, volatile :: got(8)
    integer :: requests(8), others(4), statuses(MPI_STATUS_SIZE, 8), i, n_bytes
    integer :: status(MPI_STATUS_SIZE)

    call MPI_Buffer_attach(space, 4096, error)
    do i = 1, 8
      call MPI_Irecv(got(i), 1, MPI_INTEGER, down, 100 + i, MPI_COMM_WORLD, requests(i), error)
    end do
    ! All ranks are ready for MPI_Rsend then.
    call MPI_Barrier(MPI_COMM_WORLD, error)
    call MPI_Send(me, 1, MPI_INTEGER, up, 101, MPI_COMM_WORLD, error)
    call MPI_Bsend(me, 1, MPI_INTEGER, up, 102, MPI_COMM_WORLD, error)
    call MPI_Ssend(me, 1, MPI_INTEGER, up, 103, MPI_COMM_WORLD, error)
    call MPI_Rsend(me, 1, MPI_INTEGER, up, 104, MPI_COMM_WORLD, error)
    call MPI_Isend(me, 1, MPI_INTEGER, up, 105, MPI_COMM_WORLD, others(1), error)
    call MPI_Ibsend(me, 1, MPI_INTEGER, up, 106, MPI_COMM_WORLD, others(2), error)
    call MPI_Issend(me, 1, MPI_INTEGER, up, 107, MPI_COMM_WORLD, others(3), error)
    call MPI_Irsend(me, 1, MPI_INTEGER, up, 108, MPI_COMM_WORLD, others(4), error)
    call MPI_Waitall(4, others, MPI_STATUSES_IGNORE, error)
    call MPI_Waitall(8, requests, statuses, error)
    call MPI_Buffer_detach(space, n_bytes, error)
    call expect(all(got == down), 'messages')
    call expect(all(statuses(MPI_TAG, :) == [(100 + i, i = 1, 8)]), 'tags')
    call MPI_Send(me, 1, MPI_INTEGER, up, 109, MPI_COMM_WORLD, error)
    call MPI_Recv(got(1), 1, MPI_INTEGER, MPI_ANY_SOURCE, 109, MPI_COMM_WORLD, status, error)
    call expect(status(MPI_SOURCE) == down .and. got(1) == down, 'receive')
    got(1) = me
    call MPI_Sendrecv_replace(got(1), 1, MPI_INTEGER, up, 110, down, MPI_ANY_TAG, MPI_COMM_WORLD, &
                              status, error)
    call expect(status(MPI_TAG) == 110 .and. got(1) == down, 'replaced')
  end subroutine

  subroutine complete_in_all_ways
    integer, volatile :: got(3)
    integer :: way, requests(3), n_done, n_now, place, places(3), i
    integer :: status(MPI_STATUS_SIZE), statuses(MPI_STATUS_SIZE, 3)
    logical :: is_done

    do way = 1, 6
      got = -1
      n_done = 0
      do i = 1, 3
        call MPI_Irecv(got(i), 1, MPI_INTEGER, down, 120 + i, MPI_COMM_WORLD, requests(i), error)
      end do
      do i = 3, 1, -1
        call MPI_Send(i * me, 1, MPI_INTEGER, up, 120 + i, MPI_COMM_WORLD, error)
      end do
      do while (n_done < 3)
        n_now = 0
        is_done = .false.
        if (way == 1) then
          call MPI_Waitsome(3, requests, n_now, places, statuses, error)
        else if (way == 2) then
          call MPI_Testsome(3, requests, n_now, places, statuses, error)
        else if (way == 3) then
          call MPI_Testall(3, requests, is_done, statuses, error)
          if (is_done) n_now = 3
          places = [1, 2, 3]
        else if (way == 4) then
          call MPI_Testany(3, requests, place, is_done, status, error)
          if (is_done) call expect(status(MPI_TAG) == 120 + place, 'tested place')
          if (is_done) n_now = 1
        else if (way == 5) then
          call MPI_Waitany(3, requests, place, status, error)
          call expect(status(MPI_TAG) == 120 + place, 'place that was waited for')
          n_now = 1
        else
          call MPI_Test(requests(n_done + 1), is_done, status, error)
          if (is_done) call expect(status(MPI_TAG) == 121 + n_done, 'test')
          if (is_done) n_now = 1
        end if
        if (way <= 3 .and. n_now > 0) then
          call expect(all(statuses(MPI_TAG, :n_now) == 120 + places(:n_now)), 'some')
        end if
        n_done = n_done + n_now
      end do
      call expect(all(got == [1, 2, 3] * down), 'completed messages')
      call expect(all(requests == MPI_REQUEST_NULL), 'completed requests')
    end do
    ! Where no request is left there is nothing to wait for.
    call MPI_Waitany(3, requests, place, status, error)
    ! MPICH counts on from MPI_UNDEFINED.
    call expect(place < 1, 'place of none')
    call MPI_Waitsome(3, requests, n_now, places, statuses, error)
    call expect(n_now == MPI_UNDEFINED, 'number of none')
  end subroutine

  subroutine receive_what_was_probed
    integer, volatile :: got
    integer :: message, request, status(MPI_STATUS_SIZE)
    logical :: is_there

    call MPI_Send(10 + me, 1, MPI_INTEGER, up, 130, MPI_COMM_WORLD, error)
    call MPI_Send(20 + me, 1, MPI_INTEGER, up, 130, MPI_COMM_WORLD, error)
    call MPI_Mprobe(down, 130, MPI_COMM_WORLD, message, status, error)
    call expect(status(MPI_SOURCE) == down, 'source of a probed message')
    call MPI_Recv(got, 1, MPI_INTEGER, down, 130, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
    call expect(got == 20 + down, 'second message')
    call MPI_Mrecv(got, 1, MPI_INTEGER, message, status, error)
    call expect(got == 10 + down .and. message == MPI_MESSAGE_NULL, 'first message')
    call MPI_Send(me, 1, MPI_INTEGER, up, 131, MPI_COMM_WORLD, error)
    is_there = .false.
    do while (.not. is_there)
      call MPI_Improbe(MPI_ANY_SOURCE, 131, MPI_COMM_WORLD, is_there, message, status, error)
    end do
    call expect(status(MPI_TAG) == 131, 'probed tag')
    call MPI_Imrecv(got, 1, MPI_INTEGER, message, request, error)
    is_there = .false.
    do while (.not. is_there)
      call MPI_Request_get_status(request, is_there, status, error)
    end do
    call expect(status(MPI_SOURCE) == down, 'status of a request')
    call MPI_Wait(request, status, error)
    call expect(got == down .and. request == MPI_REQUEST_NULL, 'received after a probe')
    call MPI_Send(me, 1, MPI_INTEGER, up, 132, MPI_COMM_WORLD, error)
    call MPI_Probe(down, 132, MPI_COMM_WORLD, status, error)
    call MPI_Recv(got, 1, MPI_INTEGER, status(MPI_SOURCE), status(MPI_TAG), MPI_COMM_WORLD, &
                  status, error)
    is_there = .false.
    call MPI_Send(me, 1, MPI_INTEGER, up, 133, MPI_COMM_WORLD, error)
    do while (.not. is_there)
      call MPI_Iprobe(down, 133, MPI_COMM_WORLD, is_there, status, error)
    end do
    call expect(status(MPI_TAG) == 133, 'tag that was asked for')
    call MPI_Recv(got, 1, MPI_INTEGER, down, 133, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
    call add_number(got)
  end subroutine

  subroutine send_again
    character :: space(4096)
    integer, volatile :: got(4), value
    integer :: requests(8), request, i, turn, n_bytes, status(MPI_STATUS_SIZE)
    logical :: is_cancelled

    call MPI_Buffer_attach(space, 4096, error)
    do i = 1, 4
      call MPI_Recv_init(got(i), 1, MPI_INTEGER, down, 140 + i, MPI_COMM_WORLD, requests(i), error)
    end do
    call MPI_Send_init(value, 1, MPI_INTEGER, up, 141, MPI_COMM_WORLD, requests(5), error)
    call MPI_Bsend_init(value, 1, MPI_INTEGER, up, 142, MPI_COMM_WORLD, requests(6), error)
    call MPI_Ssend_init(value, 1, MPI_INTEGER, up, 143, MPI_COMM_WORLD, requests(7), error)
    call MPI_Rsend_init(value, 1, MPI_INTEGER, up, 144, MPI_COMM_WORLD, requests(8), error)
    do turn = 1, 2
      value = turn + me
      call MPI_Startall(4, requests, error)
      call MPI_Barrier(MPI_COMM_WORLD, error)
      do i = 5, 8
        call MPI_Start(requests(i), error)
      end do
      call MPI_Waitall(8, requests, MPI_STATUSES_IGNORE, error)
      call expect(all(got == turn + down), 'messages of persistent requests')
    end do
    do i = 1, 8
      call MPI_Request_free(requests(i), error)
    end do
    call expect(all(requests == MPI_REQUEST_NULL), 'freed requests')
    call MPI_Buffer_detach(space, n_bytes, error)
    call MPI_Irecv(got, 1, MPI_INTEGER, down, 149, MPI_COMM_WORLD, request, error)
    call MPI_Cancel(request, error)
    call MPI_Wait(request, status, error)
    call MPI_Test_cancelled(status, is_cancelled, error)
    call expect(is_cancelled, 'cancelled request')
  end subroutine

  ! Each is used once: what is recorded says by which name its members know it.
  subroutine use_communicator(comm)
    integer, intent(inout) :: comm
    integer :: rank, size, got

    if (comm == MPI_COMM_NULL) return
    call MPI_Comm_rank(comm, rank, error)
    call MPI_Comm_size(comm, size, error)
    call MPI_Sendrecv(me, 1, MPI_INTEGER, mod(rank + 1, size), 150, got, 1, MPI_INTEGER, &
                      mod(rank + size - 1, size), 150, comm, MPI_STATUS_IGNORE, error)
    call add_number(got)
    call MPI_Comm_disconnect(comm, error)
    call expect(comm == MPI_COMM_NULL, 'disconnected communicator')
  end subroutine

  subroutine make_communicators
    integer :: comms(8), half, sides, grid, all_ranks, some, got

    call MPI_Comm_dup(MPI_COMM_WORLD, comms(1), error)
    call MPI_Comm_dup_with_info(MPI_COMM_WORLD, MPI_INFO_NULL, comms(2), error)
    call MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, -me, MPI_INFO_NULL, comms(3), &
                             error)
    call MPI_Comm_group(MPI_COMM_WORLD, all_ranks, error)
    call MPI_Group_incl(all_ranks, 3, [2, 1, 0], some, error)
    call MPI_Comm_create(MPI_COMM_WORLD, some, comms(4), error)
    comms(5) = MPI_COMM_NULL
    if (me < 3) call MPI_Comm_create_group(MPI_COMM_WORLD, some, 7, comms(5), error)
    call MPI_Cart_create(MPI_COMM_WORLD, 2, [2, n / 2], [.false., .true.], .false., grid, error)
    call MPI_Cart_sub(grid, [.false., .true.], comms(6), error)
    call MPI_Comm_split(MPI_COMM_WORLD, mod(me, 2), me, half, error)
    call MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - mod(me, 2), 151, sides, error)
    call MPI_Allreduce(me, got, 1, MPI_INTEGER, MPI_MIN, sides, error)
    call expect(got == 1 - mod(me, 2), 'smallest of the other side')
    call MPI_Intercomm_merge(sides, mod(me, 2) == 1, comms(7), error)
    call MPI_Comm_free(sides, error)
    call MPI_Comm_free(half, error)
    comms(8) = grid
    call use_communicators(comms)
    call MPI_Group_free(all_ranks, error)
    call MPI_Group_free(some, error)
  end subroutine

  subroutine use_communicators(comms)
    integer, intent(inout) :: comms(:)
    integer :: i

    do i = 1, size(comms)
      call use_communicator(comms(i))
    end do
  end subroutine

  ! As in program-mpi-collectives.c: members are counted from the last rank to the first one.
  subroutine work_in_all_forms
    integer, volatile :: in(64, 32)
    integer :: comm, rank, i, requests(16), out(64)
    integer, dimension(0:n - 1) :: counts, places, to, from, to_types, from_types

    call MPI_Comm_split(MPI_COMM_WORLD, 0, -me, comm, error)
    call MPI_Comm_rank(comm, rank, error)
    out = [(1 + 64 * rank + i, i = 0, 63)]
    in = -1
    if (rank == 1) in(:, 2:3) = 7
    do i = 0, n - 1
      counts(i) = i + 1
      places(i) = 8 * i
      to(i) = modulo(i - rank, n)
      from(i) = modulo(rank - i, n)
      to_types(i) = merge(MPI_INTEGER2, MPI_INTEGER, mod(i + rank, 2) == 1)
      from_types(i) = to_types(i)
    end do
    ! All that do not block go on together.
    call MPI_Ibarrier(comm, requests(1), error)
    call MPI_Ibcast(in(1, 2), 2, MPI_INTEGER, 1, comm, requests(2), error)
    call MPI_Ireduce(out, in(1, 4), 2, MPI_INTEGER, MPI_SUM, 1, comm, requests(3), error)
    call MPI_Iallreduce(out, in(1, 5), 2, MPI_INTEGER, MPI_SUM, comm, requests(4), error)
    call MPI_Igather(out, 1, MPI_INTEGER, in(1, 6), 1, MPI_INTEGER, 1, comm, requests(5), error)
    call MPI_Igatherv(out, rank + 1, MPI_INTEGER, in(1, 7), counts, places, MPI_INTEGER, 1, comm, &
                      requests(6), error)
    call MPI_Iscatter(out, 1, MPI_INTEGER, in(1, 8), 1, MPI_INTEGER, 1, comm, requests(7), error)
    call MPI_Iscatterv(out, counts, places, MPI_INTEGER, in(1, 9), rank + 1, MPI_INTEGER, 1, comm, &
                       requests(8), error)
    call MPI_Iallgather(out, 1, MPI_INTEGER, in(1, 10), 1, MPI_INTEGER, comm, requests(9), error)
    call MPI_Iallgatherv(out, rank + 1, MPI_INTEGER, in(1, 11), counts, places, MPI_INTEGER, comm, &
                         requests(10), error)
    call MPI_Ialltoall(out, 1, MPI_INTEGER, in(1, 12), 1, MPI_INTEGER, comm, requests(11), error)
    call MPI_Ialltoallv(out, to, places, MPI_INTEGER, in(1, 13), from, places, MPI_INTEGER, comm, &
                        requests(12), error)
    call MPI_Ireduce_scatter(out, in(1, 14), counts, MPI_INTEGER, MPI_SUM, comm, requests(13), &
                             error)
    call MPI_Ireduce_scatter_block(out, in(1, 15), 1, MPI_INTEGER, MPI_SUM, comm, requests(14), &
                                   error)
    call MPI_Iscan(out, in(1, 16), 1, MPI_INTEGER, MPI_SUM, comm, requests(15), error)
    call MPI_Iexscan(out, in(1, 17), 1, MPI_INTEGER, MPI_SUM, comm, requests(16), error)

    call MPI_Barrier(comm, error)
    call MPI_Bcast(in(1, 3), 2, MPI_INTEGER, 1, comm, error)
    call MPI_Reduce(out, in(1, 18), 2, MPI_INTEGER, MPI_SUM, 1, comm, error)
    call MPI_Allreduce(out, in(1, 19), 2, MPI_INTEGER, MPI_SUM, comm, error)
    call MPI_Gather(out, 1, MPI_INTEGER, in(1, 20), 1, MPI_INTEGER, 1, comm, error)
    call MPI_Gatherv(out, rank + 1, MPI_INTEGER, in(1, 21), counts, places, MPI_INTEGER, 1, comm, &
                     error)
    call MPI_Scatter(out, 1, MPI_INTEGER, in(1, 22), 1, MPI_INTEGER, 1, comm, error)
    call MPI_Scatterv(out, counts, places, MPI_INTEGER, in(1, 23), rank + 1, MPI_INTEGER, 1, comm, &
                      error)
    call MPI_Allgather(out, 1, MPI_INTEGER, in(1, 24), 1, MPI_INTEGER, comm, error)
    call MPI_Allgatherv(out, rank + 1, MPI_INTEGER, in(1, 25), counts, places, MPI_INTEGER, comm, &
                        error)
    call MPI_Alltoall(out, 1, MPI_INTEGER, in(1, 26), 1, MPI_INTEGER, comm, error)
    call MPI_Alltoallv(out, to, places, MPI_INTEGER, in(1, 27), from, places, MPI_INTEGER, comm, &
                       error)
    call MPI_Reduce_scatter(out, in(1, 28), counts, MPI_INTEGER, MPI_SUM, comm, error)
    call MPI_Reduce_scatter_block(out, in(1, 29), 1, MPI_INTEGER, MPI_SUM, comm, error)
    call MPI_Scan(out, in(1, 30), 1, MPI_INTEGER, MPI_SUM, comm, error)
    call MPI_Exscan(out, in(1, 31), 1, MPI_INTEGER, MPI_SUM, comm, error)
    call MPI_Alltoallw(out, to, 4 * places, to_types, in(1, 32), from, 4 * places, from_types, &
                       comm, error)
    call MPI_Waitall(16, requests, MPI_STATUSES_IGNORE, error)
    call expect(all(in(:, 2) == in(:, 3)) .and. in(1, 2) == 7, 'broadcast')
    call expect(all(in(:, 4:17) == in(:, 18:31)), 'forms of an operation')
    call expect(in(1, 16) == (rank + 1) * (1 + 32 * rank), 'scan')
    do i = 0, n - 1
      call expect(in(1 + i, 10) == 1 + 64 * i, 'allgather')
      call expect(in(1 + i, 12) == 1 + 64 * i + rank, 'alltoall')
      if (i /= rank) call expect(in(1 + places(i), 13) == 1 + 64 * i + places(rank), 'alltoallv')
    end do
    do i = 1, 32
      call add_number(sum(in(:, i)))
    end do
    call MPI_Comm_free(comm, error)
  end subroutine
end program
