-- A source whose clock runs a little ahead says that it has told everything through an instant that has not come yet.
-- The span is kept as it was told, so that the next one joins it; when it was heard tells how long it may be believed.
-- Null in spans that were written before, which end no later than they were heard.

alter table coverage_spans add column heard_at timestamptz;
