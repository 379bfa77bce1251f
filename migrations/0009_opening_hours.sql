-- Outlets have opening hours, so that users see whether an outlet is open before they go there. Redeeming does not look at
-- them. Outlets of one merchant can be in several time zones.

alter table outlets
  add column timezone text,
  add column opening_hours jsonb,
  add constraint outlets_opening_hours_are_an_object check (jsonb_typeof(opening_hours) = 'object');
comment on column outlets.timezone is 'The IANA zone of the opening hours. Null: that of the merchant.';
comment on column outlets.opening_hours is 'Weekly hours and exceptions, in local time. Null: unknown.';
