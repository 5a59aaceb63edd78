import { companyMessages } from '#shared/company-messages.ts';
import type { Member, OwnCompany } from '#shared/schemas/companies.ts';
import { useState } from 'react';
import { changeMember, ownCompany, removeMember, withdrawInvitation } from '../../api/companies.ts';
import { revalidate, write } from '../../api/query.ts';
import { $profile } from '../../stores/profile.ts';
import { toastError, toastSuccess } from '../../stores/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/Confirm.tsx';
import { formatDate } from '../../ui/format.ts';
import { useLoaded } from '../use-loaded.ts';
import style from './Company.module.css';
import { InviteForm } from './InviteForm.tsx';
import { roleNames, roles } from './roles.ts';

/** Shows the outcome of a change. If it was refused, the shown data is out of date. */
async function done(request: ReturnType<typeof changeMember>): Promise<void> {
  const reply = await request;
  if (reply.ok) {
    toastSuccess(reply.message, undefined, 'member');
    write(ownCompany(), reply);
  } else {
    toastError(reply.message, undefined, 'member');
    revalidate(ownCompany().path);
  }
}

const nameOf = ({ firstname, lastname, email }: Member) =>
  `${firstname} ${lastname}`.trim() || email;

/** The members of the company, which managers can change. */
export function Members({ company }: { company: OwnCompany }) {
  const me = useLoaded($profile).body?.user._id;
  const isManager = company.role === 'manager';
  const [removed, setRemoved] = useState<Member | null>(null);
  const leaves = removed?._id === me;
  const close = () => setRemoved(null);
  const managers = company.members.filter((it) => it.role === 'manager').length;
  const mayGo = (it: Member) =>
    (isManager || it._id === me) && (it.role !== 'manager' || managers > 1);
  return (
    <section aria-labelledby="members">
      <h2 id="members">Members</h2>
      <ul className={style.list}>
        {company.members.map((member) => (
          <li key={member._id}>
            <p className={style.who}>
              {nameOf(member)}
              <small>{member.email}</small>
            </p>
            <div className={style.acts}>
              {isManager && (member.role !== 'manager' || managers > 1) ? (
                <select
                  aria-label={`Role of ${nameOf(member)}`}
                  value={member.role}
                  onChange={({ target }) =>
                    void done(changeMember(member._id, target.value as Member['role']))
                  }
                >
                  {roles.map((it) => (
                    <option key={it} value={it}>
                      {roleNames[it]}
                    </option>
                  ))}
                </select>
              ) : (
                <span>{roleNames[member.role]}</span>
              )}
              {mayGo(member) && (
                <Button
                  look="quiet"
                  className="button--small"
                  aria-label={member._id === me ? undefined : `Remove ${nameOf(member)}`}
                  onClick={() => setRemoved(member)}
                >
                  {member._id === me ? 'Leave' : 'Remove'}
                </Button>
              )}
            </div>
          </li>
        ))}
        {company.invitations.map(({ _id, email, role, endsAt }) => (
          <li key={_id}>
            <p className={style.who}>
              {email}
              <small>Invited until {formatDate(endsAt)}</small>
            </p>
            <div className={style.acts}>
              <span>{roleNames[role]}</span>
              <Button
                look="quiet"
                className="button--small"
                aria-label={`Withdraw the invitation of ${email}`}
                onClick={() => done(withdrawInvitation(_id))}
              >
                Withdraw
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {isManager && company.status === 'approved' && <InviteForm />}
      <Confirm
        title={removed ? (leaves ? 'Leave the company' : `Remove ${nameOf(removed)}`) : ''}
        open={removed !== null}
        question={leaves ? companyMessages.confirmLeave : companyMessages.confirmRemove}
        onYes={async () => {
          if (removed) await done(removeMember(removed._id));
          close();
        }}
        onClose={close}
      />
    </section>
  );
}
