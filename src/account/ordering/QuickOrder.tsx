import { orderingMessages } from '#shared/ordering-messages.ts';
import { profile } from '../../api/users.ts';
import { companyRoutes } from '../../company-routes.ts';
import { $profile } from '../../stores/profile.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { LoadFailure } from '../LoadFailure.tsx';
import { useLoaded } from '../use-loaded.ts';
import { Drafts } from './Drafts.tsx';
import { SkuLines } from './SkuLines.tsx';
import style from './QuickOrder.module.css';

/** Ordering by SKU, for members of a company. */
export function QuickOrder() {
  const { body, failure } = useLoaded($profile);
  if (failure) return <LoadFailure failure={failure} path={profile().path} />;
  if (!body) return <Spinner />;
  if (!body.company) {
    return (
      <div className="empty">
        <p className="empty__title">{orderingMessages.membersOnly}</p>
        <a className="button button--quiet" href={companyRoutes.wholesale()}>
          About wholesale
        </a>
      </div>
    );
  }
  return (
    <div className={style.sections}>
      <SkuLines />
      <Drafts />
    </div>
  );
}
