import { useStore } from '@nanostores/react';
import { formatPrice } from '#shared/domain/money.ts';
import { messages } from '#shared/messages.ts';
import { companyRoutes } from '../../company-routes.ts';
import { ColumnHeads } from '../../ui/ColumnHeads.tsx';
import { formatCount } from '../../ui/format.ts';
import { Section } from '../listing/Section.tsx';
import { $companySales } from './sales.ts';

const names = ['Company', 'Orders', 'Paid', 'Outstanding', 'Overdue'];

/** What companies paid in the selected range, and what they owe now. Renders nothing without wholesale. */
export function CompanySales() {
  const { body, failure } = useStore($companySales);
  if (!failure && !body?.companies.length) return null;
  return (
    <Section title="Companies" className="panel sales__companies">
      {failure ? (
        <p className="hint">{messages.loading.failed('company figures')}</p>
      ) : (
        <section className="sales__table" aria-label="Sales by company">
          <table className="order-table">
            <ColumnHeads names={names} />
            <tbody>
              {body?.companies.map(({ _id, name, orders, income, outstanding, overdue }) => (
                <tr key={_id}>
                  <td>
                    <a href={companyRoutes.adminCompany(_id)}>{name}</a>
                  </td>
                  <td>{formatCount(orders)}</td>
                  <td>{formatPrice(income)}</td>
                  <td>{formatPrice(outstanding)}</td>
                  <td data-late={overdue > 0 || undefined}>{formatPrice(overdue)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Section>
  );
}
