import { useStore } from '@nanostores/react';
import { companyMessages } from '#shared/company-messages.ts';
import type { OwnCompany } from '#shared/schemas/companies.ts';
import { companyRoutes } from '../../company-routes.ts';
import { routes } from '../../routes.ts';
import { $company } from '../../stores/company.ts';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { RequestForm } from './RequestForm.tsx';
import style from './Wholesale.module.css';

const titles = {
  requested: 'We have received your request',
  approved: 'You buy wholesale',
  refused: 'Your request was refused',
  suspended: 'Wholesale is paused',
} as const;

/** The wholesale application, or its status. */
export function Wholesale() {
  const hydrated = useHydrated();
  const { body } = useStore($company);
  const company = hydrated ? (body?.company ?? null) : null;
  const mayAsk = !company || (company.status === 'refused' && company.role === 'manager');
  return (
    <>
      <div role="status">{company && <Standing company={company} />}</div>
      {mayAsk && (
        <>
          <h2>Apply for wholesale</h2>
          <p className={style.hint}>
            A wholesale request needs an account. When you send the form, you can sign in or create
            one without losing what you typed. Questions? <a href={routes.contact()}>Write to us</a>
            .
          </p>
          <RequestForm key={company?._id} before={company} />
        </>
      )}
    </>
  );
}

function Standing({ company }: { company: OwnCompany }) {
  const { name, status } = company;
  return (
    <div className={style.standing}>
      <p className="label">{name}</p>
      <h2>{titles[status]}</h2>
      <p>{status === 'requested' ? companyMessages.waiting : companyMessages[status]}</p>
      {status === 'approved' && (
        <p className={style.links}>
          <a className="button" href={routes.userProducts()}>
            See the products
          </a>
          <a className="lone-link" href={companyRoutes.userCompany()}>
            Your company
          </a>
        </p>
      )}
      {status === 'suspended' && (
        <p>
          <a className="lone-link" href={routes.contact()}>
            Write to us
          </a>
        </p>
      )}
    </div>
  );
}
