-- The search of the console looks for a text in the titles of all vouchers and in the names of all merchants. It is read
-- from an index of sequences of three bytes, as the search for users is. Both tables are small and rarely written.
create function plain_title(title text) returns text
language sql immutable strict parallel safe
return lower(regexp_replace(title, '\{/?[brs]\}', '', 'gi'));
comment on function plain_title is 'A title without its markup, in lower case: what a search looks at.';

create index vouchers_by_gram on vouchers using gin (byte_grams(plain_title(title)));
create index merchants_by_gram on merchants using gin (byte_grams(lower(slug || ' ' || name)));
