import { routes } from '../../routes.ts';
import { BackLink } from '../listing/BackLink.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { PageForm } from './PageForm.tsx';

export function NewPageScreen() {
  return (
    <>
      <BackLink href={routes.adminPages()}>Text pages</BackLink>
      <ScreenHead title="New page" />
      <PageForm />
    </>
  );
}
