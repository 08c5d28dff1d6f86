-- Stations, their readings and their history.
select 1;
