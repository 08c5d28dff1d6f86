-- What some customers' own instruments measure. In `wbgt_f` is the measured value where there is one.
alter table station_readings add column measured_wbgt_f real, add column pm25 real;
