-- Forecasts, alerts of the weather service and messages of meteorologists.
select 1;
