import type { FaqRow } from '#shared/schemas/faqs.ts';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { justMoved, moveFaq } from './faqs.ts';

interface FaqPlaceProps {
  readonly faq: FaqRow;
  /** The last place; null where questions cannot be moved. */
  readonly last: number | null;
  /** Describes the buttons to those who do not see the row. */
  readonly describedBy: string;
}

/** Where a question stands on the page, with the arrows that move it. */
export function FaqPlace({ faq, last, describedBy }: FaqPlaceProps) {
  const arrows = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const by = justMoved(faq._id);
    const { activeElement: active, body } = document;
    // Only a focus that was lost: on another page of the table, or on an arrow that leads nowhere any more.
    if (by === null || (active !== body && active?.matches(':disabled') === false)) return;
    const buttons = [...(arrows.current?.querySelectorAll('button') ?? [])];
    const open = buttons.filter((it) => !it.disabled);
    (open.find((it) => it === buttons.at(by < 0 ? 0 : 1)) ?? open[0])?.focus();
  }, [faq._id, faq.place]);
  return (
    <span className="faq-place" ref={arrows}>
      {faq.place}
      {last !== null &&
        ([-1, 1] as const).map((by) => (
          <button
            key={by}
            type="button"
            className="icon-button"
            aria-label={by < 0 ? 'Move up' : 'Move down'}
            aria-describedby={describedBy}
            disabled={by < 0 ? faq.place === 1 : faq.place >= last}
            onClick={() => void moveFaq(faq._id, by)}
          >
            {by < 0 ? <ArrowUp aria-hidden size={18} /> : <ArrowDown aria-hidden size={18} />}
          </button>
        ))}
    </span>
  );
}
