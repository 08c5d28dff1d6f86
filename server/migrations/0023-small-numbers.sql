-- Whatever a number may be: single precision refuses one that is too small for it, and all that comes with it. By way of
-- text, so that 0.3 stays 0.3: a strike that is sent again is found by its numbers.
alter table strikes
  alter column amp type double precision using amp::text::double precision,
  alter column position_error_miles type double precision using position_error_miles::text::double precision;
alter table devices alter column voltage type double precision using voltage::text::double precision;
