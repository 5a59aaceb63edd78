import { companyMessages, officeCompanyMessages } from '#shared/company-messages.ts';
import type { Member, OfficeCompany } from '#shared/schemas/companies.ts';
import { useState } from 'react';
import { routes } from '../../routes.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDelete } from '../listing/ConfirmDelete.tsx';
import { EmailText } from '../listing/EmailText.tsx';
import { Section } from '../listing/Section.tsx';
import { changeMember, removeMember } from './companies.ts';
import './company-members.css';

const nameOf = ({ firstname, lastname, email }: Member) =>
  `${firstname} ${lastname}`.trim() || email;

/** The members of a company, with their roles. */
export function CompanyMembers({ company }: { readonly company: OfficeCompany }) {
  const [removed, setRemoved] = useState<Member | null>(null);
  const { _id, members } = company;
  return (
    <Section title="Members">
      {members.length === 0 ? (
        <p>{officeCompanyMessages.noMembers}</p>
      ) : (
        <ul className="company-members">
          {members.map((member) => (
            <li key={member._id}>
              <p className="two-lines">
                <a href={routes.customerOrder(member._id)}>{nameOf(member)}</a>
                <small>
                  <EmailText email={member.email} />
                </small>
              </p>
              <div className="field">
                <select
                  aria-label={`Role of ${nameOf(member)}`}
                  value={member.role}
                  onChange={({ target }) =>
                    void changeMember(_id, member._id, target.value as Member['role'])
                  }
                >
                  <option value="buyer">Buyer</option>
                  <option value="manager">Manager</option>
                </select>
              </div>
              <Button
                look="link"
                aria-label={`Remove ${nameOf(member)}`}
                onClick={() => setRemoved(member)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <ConfirmDelete
        title={removed && `Remove ${nameOf(removed)}`}
        question={companyMessages.confirmRemove}
        onYes={async () => removed !== null && removeMember(_id, removed._id)}
        onClose={() => setRemoved(null)}
      />
    </Section>
  );
}
