-- Who wrote an email that was sent to others in their name, such as a question to the meteorologists: it is deleted with
-- their account, whatever its reply address was. Without a reference: the program deletes these rows, and finds those
-- that were written while the account was being deleted.
alter table outbox add column author_id uuid;
