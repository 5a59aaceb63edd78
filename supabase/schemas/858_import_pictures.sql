-- Pictures that files of products name by their addresses.

create function office.claim_import_pictures(p_id uuid, p_limit int default 8)
returns table (product_id uuid, url text, color text, tries int)
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    update private.product_import_pictures k set claimed_at = public.clock(), tries = k.tries + 1
    from (select w.product_id, w.url from private.product_import_pictures w join private.product_imports i on i.id = w.import_id
      where w.import_id = p_id and i.state = 'pictures' and w.path is null and w.problem = ''
        and (w.claimed_at is null or w.claimed_at < public.clock() - interval '2 minutes')
      order by w.line, w.place limit p_limit for update of w skip locked) w
    where (k.product_id, k.url) = (w.product_id, w.url)
    returning k.product_id, k.url, k.color, k.tries;
  -- Here, since those that are finished at the same time do not see each other.
  if not found then
    update private.product_imports i set state = 'done' where i.id = p_id and i.state = 'pictures' and not exists (
      select from private.product_import_pictures k where k.import_id = p_id and k.path is null and k.problem = '');
  end if;
end;
$$;
comment on function office.claim_import_pictures(uuid, int) is
  'Pictures of an import to be fetched now; nobody else gets them for two minutes. When none is left, the import is done. tries counts this one. Error (in detail): not_an_administrator.';

create function office.finish_import_picture(p_product uuid, p_url text, p_path text default null, p_problem text default '') returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  import uuid;
  shown text[];
begin
  perform private.require_admin();
  select p.images into shown from public.products p where p.id = p_product for no key update;
  if cardinality(shown) >= 20 and p_path is not null then
    p_problem := 'A product has at most 20 pictures';
  end if;
  update private.product_import_pictures k set path = case when p_problem = '' then p_path end, problem = p_problem, claimed_at = null
    where k.product_id = p_product and k.url = p_url and k.path is null returning k.import_id into import;
  if found and p_path is not null and p_problem = '' then
    -- They may arrive in any order.
    update public.products p set images = array(select i.path from unnest(p.images || p_path) with ordinality i (path, at)
        left join private.product_import_pictures k on k.product_id = p.id and k.path = i.path order by k.place nulls first, i.at)
      where p.id = p_product;
  end if;
  return import is not null and p_problem = '';
end;
$$;
comment on function office.finish_import_picture(uuid, text, text, text) is
  'Shows a picture that was fetched with its product, or notes why it was not; with neither path nor problem it is tried again. Returns whether it is shown or waits: false where the product is gone, has the picture, or has as many as it may. Error (in detail): not_an_administrator.';

create function office.missing_import_pictures(p_id uuid, p_url text) returns table (product_id uuid, url text, color text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query select k.product_id, k.url, k.color from private.product_import_pictures k
    where k.import_id = p_id and k.url = p_url and k.path is null;
end;
$$;
comment on function office.missing_import_pictures(uuid, text) is
  'The products for which an import names this picture, which they do not show yet. Error (in detail): not_an_administrator.';

create function office.retry_import_pictures(p_id uuid) returns int
language plpgsql security definer set search_path = '' as $$
declare
  again int;
begin
  perform private.require_admin();
  update private.product_import_pictures k set problem = '', tries = 0, claimed_at = null where k.import_id = p_id and k.path is null and k.problem <> '';
  get diagnostics again = row_count;
  update private.product_imports i set state = 'pictures' where i.id = p_id and i.state = 'done' and again > 0;
  return again;
end;
$$;
comment on function office.retry_import_pictures(uuid) is
  'Has the pictures that could not be fetched tried again, and returns their number. Error (in detail): not_an_administrator.';

create function public.unfinished_product_imports() returns table (id uuid, started_by uuid)
language plpgsql security definer set search_path = '' as $$
begin
  -- What is needed to undo an import.
  update private.product_import_rows r set contents = '{}', before = null, after = null
    from private.product_imports i
    where i.id = r.import_id and i.created_at < public.clock() - interval '1 day' and i.state in ('done', 'stopped', 'undone') and r.contents <> '{}';
  delete from private.product_imports i where i.created_at < public.clock() - interval '30 days';
  return query select i.id, i.started_by from private.product_imports i
    where i.state in ('writing', 'pictures', 'undoing') and i.started_by is not null order by i.created_at;
end;
$$;
comment on function public.unfinished_product_imports() is
  'Imports that wait for the scheduled task to go on, with the administrators who started them; deletes what the oldest ones would be undone with. Called by the scheduled task.';
