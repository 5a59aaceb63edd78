-- Names and titles need something to see: zero-width signs, tags, fillers and blanks alone are refused, whoever writes.
-- The functions are public because checks run with the rights of whoever writes.

create function public.is_visible(p_text text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select p_text ~ '[^\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u1680\u17b4-\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]';
$$;
comment on function public.is_visible(text) is
  'True when a text has a character that can be seen: not only white space, control and format characters, default-ignorable code points and blanks';

create function public.are_visible(p_texts text[]) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select not exists (select 1 from unnest(p_texts) t where not public.is_visible(t));
$$;
comment on function public.are_visible(text[]) is 'True when each text of a list has a character that can be seen';

revoke execute on function public.is_visible(text), public.are_visible(text[])
  from public, anon, authenticated;
grant execute on function public.is_visible(text), public.are_visible(text[])
  to anon, authenticated, service_role;

-- What is there already has to fit.
update public.products set title = 'Untitled' where not public.is_visible(title);
update public.products p set
  sizes = array(select e from unnest(p.sizes) with ordinality s (e, n) where public.is_visible(e) order by n),
  colors = array(select e from unnest(p.colors) with ordinality s (e, n) where public.is_visible(e) order by n)
  where not public.are_visible(p.sizes) or not public.are_visible(p.colors);
update public.categories set name = 'Untitled' where not public.is_visible(name);
update public.advertisements set headline = 'Untitled' where not public.is_visible(headline);
update public.advertisements set link_text = '' where not public.is_visible(link_text) and link_text <> '';
update public.faqs set question = 'Untitled' where not public.is_visible(question);
update public.faqs set answer = 'Untitled' where not public.is_visible(answer);
update public.banners set header = '' where not public.is_visible(header) and header <> '';
update public.banners set paragraph = '' where not public.is_visible(paragraph) and paragraph <> '';
update public.reviews set comment = '(empty)' where not public.is_visible(comment);
update public.contact_messages set message = '(empty)' where not public.is_visible(message);
update public.contact_messages set firstname = '' where not public.is_visible(firstname) and firstname <> '';
update public.contact_messages set lastname = '' where not public.is_visible(lastname) and lastname <> '';
update public.profiles set firstname = '' where not public.is_visible(firstname) and firstname <> '';
update public.profiles set lastname = '' where not public.is_visible(lastname) and lastname <> '';
update public.administrators set firstname = '' where not public.is_visible(firstname) and firstname <> '';

alter table public.products
  add constraint products_title_visible check (public.is_visible(title)),
  add constraint products_sizes_visible check (public.are_visible(sizes)),
  add constraint products_colors_visible check (public.are_visible(colors));
alter table public.categories
  add constraint categories_name_visible check (public.is_visible(name));
alter table public.advertisements
  add constraint advertisements_headline_visible check (public.is_visible(headline)),
  add constraint advertisements_link_text_visible check (link_text = '' or public.is_visible(link_text));
alter table public.faqs
  add constraint faqs_question_visible check (public.is_visible(question)),
  add constraint faqs_answer_visible check (public.is_visible(answer));
alter table public.banners
  add constraint banners_header_visible check (header = '' or public.is_visible(header)),
  add constraint banners_paragraph_visible check (paragraph = '' or public.is_visible(paragraph));
alter table public.reviews
  add constraint reviews_comment_visible check (public.is_visible(comment));
alter table public.contact_messages
  add constraint contact_messages_message_visible check (public.is_visible(message)),
  add constraint contact_messages_firstname_visible check (firstname = '' or public.is_visible(firstname)),
  add constraint contact_messages_lastname_visible check (lastname = '' or public.is_visible(lastname));
alter table public.profiles
  add constraint profiles_firstname_visible check (firstname = '' or public.is_visible(firstname)),
  add constraint profiles_lastname_visible check (lastname = '' or public.is_visible(lastname));
alter table public.administrators
  add constraint administrators_firstname_visible check (firstname = '' or public.is_visible(firstname));

-- Who registers past the API gets a profile without a name rather than a database error.
create function private.drop_invisible_names() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not public.is_visible(new.firstname) then
    new.firstname := '';
  end if;
  if not public.is_visible(new.lastname) then
    new.lastname := '';
  end if;
  return new;
end;
$$;
comment on function private.drop_invisible_names() is 'Leaves a name of a new customer empty when it has nothing to see';
create trigger profiles_drop_invisible_names before insert on public.profiles
  for each row execute function private.drop_invisible_names();
revoke execute on all functions in schema private from public, anon, authenticated;
