import { useEffect, useRef, useState } from 'react';
import { isLink } from '#shared/domain/rich-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';

interface LinePanelProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder: string;
  /** Null if nothing is to change. */
  readonly onDone: (value: string | null) => void;
}

/** A line about what is selected in the editor. It is no form of its own, since it stands within one. */
export function LinePanel({ label, value, placeholder, onDone }: LinePanelProps) {
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState('');
  const isAddress = label === 'Link to';
  // What a picture shows may wait: it is selected by arrow keys, too.
  useEffect(() => {
    if (isAddress) input.current?.focus();
  }, [isAddress]);

  function finish(): void {
    const typed = input.current?.value.trim() ?? '';
    // An address of another site is often typed without its beginning.
    const full =
      isAddress && /^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(typed) ? `https://${typed}` : typed;
    if (isAddress && full !== '' && !isLink(full)) {
      setError('A path in the shop, such as /shop, or an address with https://, mailto: or tel:');
      input.current?.focus();
    } else onDone(full);
  }

  return (
    <div className="rich-text__panel">
      <Field
        ref={input}
        label={label}
        defaultValue={value}
        placeholder={placeholder}
        maxLength={isAddress ? 1000 : 300}
        autoComplete="off"
        error={error || undefined}
        onKeyDown={(event) => {
          if (event.key === 'Enter') finish();
          else if (event.key === 'Escape') onDone(null);
          else return;
          event.preventDefault();
        }}
      />
      <Button look="quiet" onClick={finish}>
        Apply
      </Button>
      {isAddress && value && (
        <Button look="link" onClick={() => onDone('')}>
          Remove link
        </Button>
      )}
    </div>
  );
}
