import { addressLines } from '#shared/domain/address.ts';
import { companyMessages } from '#shared/company-messages.ts';
import { counted } from '#shared/domain/counted.ts';
import { formatPrice } from '#shared/domain/money.ts';
import type { OwnCompany } from '#shared/schemas/companies.ts';
import { ownCompany } from '../../api/companies.ts';
import { companyRoutes } from '../../company-routes.ts';
import { $company } from '../../stores/company.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { LoadFailure } from '../LoadFailure.tsx';
import details from '../profile/AccountDetails.module.css';
import { useLoaded } from '../use-loaded.ts';
import { CompanyOrders } from './CompanyOrders.tsx';
import style from './Company.module.css';
import { Members } from './Members.tsx';

/** The shopper's company: details, members and orders. */
export function CompanyPage() {
  const { body, failure } = useLoaded($company);
  if (failure) return <LoadFailure failure={failure} path={ownCompany().path} />;
  if (!body) return <Spinner />;
  const { company } = body;
  if (!company) {
    return (
      <div className="empty">
        <p className="empty__title">{companyMessages.noCompany}</p>
        <p>Companies buy at wholesale prices.</p>
        <a className="button button--quiet" href={companyRoutes.wholesale()}>
          About wholesale
        </a>
      </div>
    );
  }
  return (
    <div className={style.sections}>
      {company.status !== 'approved' && (
        <p className="notice">
          {company.status === 'requested'
            ? companyMessages.waiting
            : companyMessages[company.status]}
        </p>
      )}
      <Details company={company} />
      <Members company={company} />
      <CompanyOrders all={company.role === 'manager'} />
    </div>
  );
}

function Details({ company }: { company: OwnCompany }) {
  const { creditLimit, termsDays, orderMinimum } = company;
  const rows = [
    ['Name', company.name],
    ['VAT number', company.vatId],
    ['Address', addressLines({ ...company, country: company.countryName }).join('\n')],
    ['Phone', company.phone],
    ['Prices', company.priceList || 'Standard prices'],
    ['Payment', termsDays > 0 ? `Within ${counted(termsDays, 'day')}, or by card` : 'By card'],
    ...(termsDays > 0 ? [['Credit limit', formatPrice(creditLimit)]] : []),
    ...(orderMinimum > 0 ? [['Minimum order', formatPrice(orderMinimum)]] : []),
  ];
  return (
    <dl className={`${details.details} ${style.details}`}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value || '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
