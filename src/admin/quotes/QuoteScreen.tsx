import { useState } from 'react';
import { statusLabel } from '#shared/domain/order-status.ts';
import { quoteLabels } from '#shared/domain/quote-status.ts';
import type { Quote } from '#shared/schemas/quotes.ts';
import { quote as resourceOf } from '../../api/admin-quotes.ts';
import { query } from '../../api/query.ts';
import { companyRoutes } from '../../company-routes.ts';
import { routes } from '../../routes.ts';
import { formatDateAndTime } from '../../ui/format.ts';
import { DetailScreen } from '../listing/DetailScreen.tsx';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { Section } from '../listing/Section.tsx';
import { AnswerQuote } from './AnswerQuote.tsx';
import { OfferForm } from './OfferForm.tsx';
import './quotes.css';

/** One quote: offer and messages. */
export function QuoteScreen({ id }: { readonly id: string }) {
  const [$quote] = useState(() => query(resourceOf(id)));
  return (
    <DetailScreen
      back={[companyRoutes.quotes(), 'Quotes']}
      $query={$quote}
      path={resourceOf(id).path}
      find={(it) => it.quote}
      what="quote"
      missing={['Quote', 'This quote does not exist.']}
    >
      {(quote) => <QuoteParts quote={quote} />}
    </DetailScreen>
  );
}

function QuoteParts({ quote }: { readonly quote: Quote }) {
  const { number, company, customer, status, endsAt, messages, order } = quote;
  return (
    <>
      <ScreenHead title={`${number}, ${company.name}`} />
      <p className="screen-note">
        {quoteLabels[status]}
        {status === 'offered' && endsAt && ` until ${formatDateAndTime(endsAt)}`}
        {customer && `, for ${customer.name}, ${customer.email}`}
        {order && (
          <>
            {'. '}
            <a href={routes.adminOrder(order._id)}>
              Order {order.number}, {statusLabel(order.status).toLowerCase()}
            </a>
          </>
        )}
      </p>
      <div className="quote-parts">
        <Section title="Offer">
          <OfferForm key={`${quote.status} ${quote.endsAt}`} quote={quote} />
        </Section>
        <Section title="Messages">
          <ol className="quote-messages">
            {messages.map(({ _id, fromOffice, text, createdAt }) => (
              <li key={_id}>
                <p className="hint">
                  {fromOffice ? 'You' : company.name}, <RelativeTime iso={createdAt} />
                </p>
                <p>{text}</p>
              </li>
            ))}
          </ol>
          <AnswerQuote quote={quote} />
        </Section>
      </div>
    </>
  );
}
