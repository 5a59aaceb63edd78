import { addressLines } from '#shared/domain/address.ts';
import { officeCompanyMessages } from '#shared/company-messages.ts';
import { counted } from '#shared/domain/counted.ts';
import { formatPrice } from '#shared/domain/money.ts';
import type { CompanyStatus, OfficeCompany } from '#shared/schemas/companies.ts';
import { useState } from 'react';
import { company as resourceOf } from '../../api/admin-companies.ts';
import { query } from '../../api/query.ts';
import { companyRoutes } from '../../company-routes.ts';
import { routes } from '../../routes.ts';
import { Button } from '../../ui/Button.tsx';
import { formatCount } from '../../ui/format.ts';
import { CustomFields } from '../custom-fields/CustomFields.tsx';
import { lazy } from '../forms/lazy.tsx';
import { DetailScreen } from '../listing/DetailScreen.tsx';
import { DialogButton } from '../listing/DialogButton.tsx';
import { Facts } from '../listing/Facts.tsx';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { Section } from '../listing/Section.tsx';
import { answerCompany, statusLabels } from './companies.ts';
import { CompanyMembers } from './CompanyMembers.tsx';

const CompanyForm = lazy('form', async () => (await import('./CompanyForm.tsx')).CompanyForm);

/** One company: details, members and actions. */
export function CompanyScreen({ id }: { readonly id: string }) {
  const [$company] = useState(() => query(resourceOf(id)));
  return (
    <DetailScreen
      back={[companyRoutes.companies(), 'Companies']}
      $query={$company}
      path={resourceOf(id).path}
      find={(body) => body.company}
      what="company"
      missing={['Company', officeCompanyMessages.unknown]}
    >
      {(company) => <CompanyDetails company={company} />}
    </DetailScreen>
  );
}

/** The possible actions in each state, most likely first. */
const answers: Readonly<Record<CompanyStatus, readonly Exclude<CompanyStatus, 'requested'>[]>> = {
  requested: ['approved', 'refused'],
  approved: ['suspended'],
  refused: ['approved'],
  suspended: ['approved'],
};
const verbs = { approved: 'Approve', refused: 'Refuse', suspended: 'Suspend' } as const;

function CompanyDetails({ company }: { readonly company: OfficeCompany }) {
  const { _id, name, status } = company;
  return (
    <>
      <ScreenHead title={name}>
        {answers[status].map((it, i) => (
          <Button
            key={it}
            look={i === 0 && it === 'approved' ? 'main' : 'quiet'}
            onClick={() => answerCompany(_id, it)}
          >
            {verbs[it]}
          </Button>
        ))}
        <DialogButton label="Edit" look="quiet" title={`Edit ${name}`}>
          {(close) => <CompanyForm company={company} onDone={close} />}
        </DialogButton>
      </ScreenHead>
      <div className="product-detail">
        <div className="product-detail__main">
          {company.about && (
            <Section title="What they sell">
              <p className="customer-notes__text">{company.about}</p>
            </Section>
          )}
          <CompanyMembers company={company} />
          <CustomFields resource="company" id={_id} />
        </div>
        <CompanyFacts company={company} />
      </div>
    </>
  );
}

function CompanyFacts({ company }: { readonly company: OfficeCompany }) {
  const { name, orders } = company;
  return (
    <Section title="Details" className="panel">
      <Facts
        facts={[
          ['Status', statusLabels[company.status]],
          ['Applied', <RelativeTime iso={company.createdAt} />],
          ['VAT number', company.vatId],
          ['Address', addressLines({ ...company, country: company.countryName }).join('\n')],
          ['Phone', company.phone],
          ['Price list', company.priceList],
          [
            'Payment terms',
            company.termsDays > 0 ? `Within ${counted(company.termsDays, 'day')}` : 'By card',
          ],
          ['Credit limit', company.creditLimit > 0 && formatPrice(company.creditLimit)],
          ['Minimum order', company.orderMinimum > 0 && formatPrice(company.orderMinimum)],
          ['Tax', company.taxFree ? 'No tax on deliveries to other EU countries' : 'Standard'],
          [
            'Orders',
            orders.count > 0 && (
              <a href={`${routes.orders()}?q=${encodeURIComponent(name)}`}>
                {formatCount(orders.count)}
              </a>
            ),
          ],
          ['Unpaid on terms', orders.unpaid > 0 && formatPrice(orders.unpaid)],
          ['Total paid', orders.count > 0 && formatPrice(orders.spent)],
        ]}
      />
    </Section>
  );
}
