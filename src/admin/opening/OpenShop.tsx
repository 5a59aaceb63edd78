import { useStore } from '@nanostores/react';
import type { Opening } from '#shared/schemas/opening.ts';
import { formatCount } from '../../ui/format.ts';
import { Button } from '../../ui/Button.tsx';
import { Section } from '../listing/Section.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { $opening, openShop } from './opening.ts';

const waitingText = (waiting: number) =>
  waiting === 0
    ? ''
    : waiting === 1
      ? ' One address waits for an email.'
      : ` ${formatCount(waiting)} addresses wait for an email.`;

/** What visitors see now, the button that changes it, and what is still to be set up. */
export function OpenShop({ opening: { open, waiting, steps } }: { readonly opening: Opening }) {
  const left = steps.filter((it) => !it.done).length;
  return (
    <Section title={open ? 'Your shop is open' : 'Open your shop'} className="panel opening">
      <p>
        {open
          ? 'Visitors see it and can order.'
          : `Visitors see a door page with your logo, where they can leave an email address.${waitingText(waiting)} Administrators see the shop.`}
      </p>
      <p className="opening__actions">
        {open ? (
          <Button look="quiet" onClick={() => openShop(false)}>
            Close the shop
          </Button>
        ) : (
          <Button onClick={() => openShop(true)}>Open the shop</Button>
        )}
        <a className="link-button" href="/">
          {open ? 'See the shop' : 'See it as it will be'}
        </a>
      </p>
      <h3>
        {left === 0
          ? 'Everything is set up'
          : `${steps.length - left} of ${steps.length} steps done`}
      </h3>
      <FirstSteps steps={steps} />
    </Section>
  );
}

/** On the dashboard, until the shop is open. */
export function OpenShopNotice() {
  const { body } = useStore($opening);
  return body && !body.open ? <OpenShop opening={body} /> : null;
}
