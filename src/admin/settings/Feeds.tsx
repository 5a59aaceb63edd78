import { paymentMethodMessages as texts } from '#shared/payment-method-messages.ts';
import { feedPaths } from '../../feed-paths.ts';
import { toastError, toastInfo } from '../../stores/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Section } from '../listing/Section.tsx';

const feeds = [
  { title: 'Google Merchant Center', path: feedPaths.channel('google') },
  { title: 'Meta Commerce Manager', path: feedPaths.channel('meta') },
] as const;

/** The addresses at which other companies read the products. */
export function Feeds() {
  return (
    <Section title="Product feeds" className="settings-group">
      <p className="screen-note">
        Enter the address there as a scheduled feed. Each size and color is an item, at most five
        minutes old. Shown custom fields of products with the keys gender, age_group and
        google_product_category are sent too; without them, items are for adults of any gender.
      </p>
      <ul>
        {feeds.map((it) => (
          <Feed key={it.path} {...it} />
        ))}
      </ul>
    </Section>
  );
}

function Feed({ title, path }: (typeof feeds)[number]) {
  const address = new URL(path, location.origin).href;
  function copy(): void {
    navigator.clipboard.writeText(address).then(
      () => toastInfo(texts.copied),
      () => toastError(texts.notCopied),
    );
  }
  return (
    <li className="settings-part">
      <span className="row-title">{title}</span>
      <p className="code">{address}</p>
      <Button look="link" aria-label={`Copy the address for ${title}`} onClick={copy}>
        Copy
      </Button>
    </li>
  );
}
