import { useStore } from '@nanostores/react';
import { routes } from '../../routes.ts';
import { Button } from '../../ui/Button.tsx';
import { BackLink } from '../listing/BackLink.tsx';
import { Loading } from '../listing/Loading.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { Section } from '../listing/Section.tsx';
import { OpenShop } from './OpenShop.tsx';
import { $opening, own, removeDemo } from './opening.ts';

/** Opens and closes the shop, and removes the demo. */
export function OpeningScreen() {
  return (
    <>
      <BackLink href={routes.settings()}>Settings</BackLink>
      <ScreenHead title="Opening" />
      <Loading loaded={useStore($opening)} path={own.path} what="opening">
        {(opening) => (
          <>
            <OpenShop opening={opening} />
            {opening.demo && (
              <Section title="Remove the demo" className="panel opening">
                <p>
                  The shop has the demo’s goods, customers and texts. Remove them to begin with your
                  own. You are told first what that takes.
                </p>
                <p className="opening__actions">
                  <Button look="quiet" onClick={() => opening.demo && removeDemo(opening.demo)}>
                    Remove the demo
                  </Button>
                </p>
              </Section>
            )}
          </>
        )}
      </Loading>
    </>
  );
}
