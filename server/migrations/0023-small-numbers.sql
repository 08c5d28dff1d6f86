-- Whatever a number may be: single precision refuses one that is too small for it, and all that comes with it.
alter table strikes
  alter column amp type double precision,
  alter column position_error_miles type double precision;
alter table devices alter column voltage type double precision;
