-- Air sensors, and profiles of heat stress.
select 1;
