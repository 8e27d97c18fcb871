! SPDX-FileCopyrightText: 2026 The Spur authors
! SPDX-License-Identifier: LGPL-2.1-or-later
program fortran
  use mpi
  implicit none
  integer :: error, me, n, i, place, half, up, down
  integer :: requests(2), status(MPI_STATUS_SIZE), statuses(MPI_STATUS_SIZE, 2)
  double precision :: out(8), in(8), total

  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, error)
  call MPI_Comm_size(MPI_COMM_WORLD, n, error)
  call MPI_Comm_split(MPI_COMM_WORLD, mod(me, 2), me, half, error)
  up = mod(me + 1, n)
  down = mod(me + n - 1, n)
  out = me
  total = 0
  do i = 1, 10
    call MPI_Irecv(in, 8, MPI_DOUBLE_PRECISION, down, 5, MPI_COMM_WORLD, requests(1), error)
    call MPI_Isend(out, 8, MPI_DOUBLE_PRECISION, up, 5, MPI_COMM_WORLD, requests(2), error)
    if (mod(i, 2) == 0) then
      call MPI_Waitall(2, requests, statuses, error)
      if (statuses(MPI_SOURCE, 1) /= down) print *, "wrong source"
    else
      call MPI_Waitany(2, requests, place, status, error)
      if (place < 1 .or. place > 2) print *, "wrong place"
      call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, error)
    end if
    total = total + in(3)
    call MPI_Sendrecv(out, 8, MPI_DOUBLE_PRECISION, up, 6, in, 8, MPI_DOUBLE_PRECISION, down, 6, &
                      MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
    call MPI_Allreduce(MPI_IN_PLACE, in, 8, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, error)
    if (in(1) /= n - 1) print *, "wrong largest"
    call MPI_Bcast(in, 4, MPI_DOUBLE_PRECISION, 0, half, error)
    call MPI_Ibarrier(half, requests(1), error)
    call MPI_Wait(requests(1), MPI_STATUS_IGNORE, error)
  end do
  call MPI_Allreduce(MPI_IN_PLACE, total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
  if (me == 0) print *, total
  call MPI_Comm_free(half, error)
  call MPI_Finalize(error)
end program
