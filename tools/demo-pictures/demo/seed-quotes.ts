import { productId } from './seed-catalogue.ts';
import { ago, text } from './sql.ts';
import { stableId } from './stable-id.ts';

const quote = text(stableId('quote/1'));
const shirt = text(productId('alder-oxford-shirt'));

/** A quote that the first member of an approved company waits for; none in a shop without such a company. */
export const quotesSql = `-- A quote that waits for an answer, where there is a company.
insert into public.quotes (id, company_id, user_id, created_at)
select ${quote}, m.company_id, m.user_id, ${ago(5, 'hours')}
from public.company_members m join public.companies c on c.id = m.company_id and c.status = 'approved'
order by m.created_at, m.user_id limit 1;
insert into public.quote_lines (quote_id, product_id, title, size, color, quantity, unit_price, position)
select q.id, p.id, p.title, size, 'lightsteelblue', quantity, private.unit_price(private.price_list_of(q.user_id), p, null, 60), position
from public.quotes q, public.products p, (values ('M', 36, 1), ('L', 24, 2)) l (size, quantity, position)
where q.id = ${quote} and p.id = ${shirt};
insert into public.quote_messages (quote_id, from_office, text, created_at)
select q.id, false, 'We would like these for both shops. What would 60 cost, in two deliveries?', q.created_at
from public.quotes q where q.id = ${quote};
`;
