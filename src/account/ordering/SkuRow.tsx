import { useEffect, useState } from 'react';
import type { Article } from '#shared/schemas/articles.ts';
import { findArticles } from '../../api/ordering.ts';
import { nameOfLine } from '../../ui/line-choice.ts';
import type { SkuLine } from './sku-list.ts';
import style from './QuickOrder.module.css';

interface SkuRowProps {
  line: SkuLine;
  /** Its index, from 0. */
  n: number;
  onChange: (fields: Partial<SkuLine>) => void;
  onRemove: (() => void) | undefined;
}

/** An SKU with suggestions, and a quantity. */
export function SkuRow({ line, n, onChange, onRemove }: SkuRowProps) {
  const { id, sku, quantity, problem } = line;
  const [found, setFound] = useState<readonly Article[]>([]);
  const [typing, setTyping] = useState(false);
  const beginning = sku.trim();

  useEffect(() => {
    if (!typing || beginning.length < 2) return undefined;
    let wanted = true;
    const timer = setTimeout(() => {
      void findArticles(beginning).then((reply) => {
        if (wanted && reply.ok) setFound(reply.articles);
      });
    }, 200);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [typing, beginning]);

  const own = found.find((it) => it.sku === beginning.toUpperCase());
  const said = problem || (own ? nameOfLine(own) : '');
  const described = {
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': said ? `quick-${id}` : undefined,
  } as const;
  return (
    <li className={style.line}>
      <span className={style.number} aria-hidden="true">
        {n + 1}
      </span>
      <input
        className="input"
        aria-label={`SKU, line ${n + 1}`}
        placeholder="SKU or name"
        list={`quick-list-${id}`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={64}
        value={sku}
        {...described}
        onChange={(event) => {
          setTyping(true);
          onChange({ sku: event.target.value });
        }}
      />
      <datalist id={`quick-list-${id}`}>
        {found.map((it) => (
          <option key={it.sku} value={it.sku}>
            {nameOfLine(it)}
          </option>
        ))}
      </datalist>
      <input
        className="input"
        aria-label={`Quantity, line ${n + 1}`}
        placeholder="Pieces"
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        value={quantity}
        {...described}
        onChange={(event) => onChange({ quantity: event.target.value })}
      />
      <button
        type="button"
        className="icon-button"
        aria-label={`Remove line ${n + 1}`}
        disabled={!onRemove}
        onClick={onRemove}
      >
        ×
      </button>
      {said && (
        <p id={`quick-${id}`} className={problem ? 'field__error' : 'field__hint'}>
          {said}
        </p>
      )}
    </li>
  );
}
