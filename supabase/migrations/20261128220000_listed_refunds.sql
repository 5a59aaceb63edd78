-- The provider's list of the refunds of a payment is taken over in one call.
alter function public.settle_listed_refund(text, bigint, text, text, uuid) set schema private;
alter function public.close_lost_refunds(text, boolean) set schema private;
revoke execute on function private.settle_listed_refund(text, bigint, text, text, uuid) from service_role;
revoke execute on function private.close_lost_refunds(text, boolean) from service_role;

create function public.settle_listed_refunds(p_reference text, p_refunds jsonb, p_reversed boolean) returns text[]
language plpgsql security definer set search_path = '' as $$
declare
  listed jsonb;
  results text[] := '{}';
begin
  for listed in select e from jsonb_array_elements(p_refunds) with ordinality l (e, place) order by l.place loop
    results := results || private.settle_listed_refund(p_reference, (listed ->> 'amount')::bigint, listed ->> 'status',
      listed ->> 'provider_id', (listed ->> 'id')::uuid);
  end loop;
  perform private.close_lost_refunds(p_reference, p_reversed);
  return results;
end;
$$;
comment on function public.settle_listed_refunds(text, jsonb, boolean) is
  'Takes over the provider''s list of the refunds of a payment, [{id: ours, if it names one; provider_id; amount in the smallest unit; status}], as settle_listed_refund says, and ends those that it lacks, as close_lost_refunds says. Returns the result of each.';
