import { flushSync } from 'react-dom';
import { useRef, useState } from 'react';
import { limits } from '#shared/domain/limits.ts';
import { orderingMessages } from '#shared/ordering-messages.ts';
import { addLinesToCart } from '../../stores/cart-batches.ts';
import { Button } from '../../ui/Button.tsx';
import { TextArea } from '../../ui/Field.tsx';
import { newLine, quantityOf, readList, type SkuLine } from './sku-list.ts';
import { SkuRow } from './SkuRow.tsx';
import style from './QuickOrder.module.css';

const isEmpty = (line: SkuLine): boolean => !line.sku.trim() && !line.quantity.trim();

/** Lines of SKU and quantity, typed, pasted or from a file, which are added to the cart together. */
export function SkuLines() {
  const [lines, setLines] = useState(() => [newLine(), newLine(), newLine()]);
  const [text, setText] = useState('');
  const [said, setSaid] = useState('');
  const list = useRef<HTMLOListElement>(null);

  const change = (id: number, fields: Partial<SkuLine>): void => {
    const next = lines.map((it) => (it.id === id ? { ...it, ...fields, problem: '' } : it));
    // There is always one empty line at the end.
    setLines(next.every((it) => !isEmpty(it)) ? [...next, newLine()] : next);
  };

  const remove = (line: SkuLine, n: number): void => {
    flushSync(() => setLines(lines.filter((it) => it !== line)));
    list.current
      ?.querySelectorAll('li')
      [Math.min(n, lines.length - 2)]?.querySelector('input')
      ?.focus();
  };

  /** Pasted or uploaded lines are appended. */
  const addList = (more: string): void => {
    const all = [...lines.filter((it) => !isEmpty(it)), ...readList(more)];
    setSaid(all.length > limits.orderLines ? orderingMessages.tooLong : '');
    setLines([...all.slice(0, limits.orderLines), newLine()]);
    setText('');
  };

  const add = async (): Promise<void> => {
    const filled = lines.filter((it) => !isEmpty(it));
    const good = filled.flatMap((it) => {
      const quantity = quantityOf(it);
      return quantity && it.sku.trim() ? [{ id: it.id, sku: it.sku.trim(), quantity }] : [];
    });
    const problems = new Map<number, string>(
      filled.map((it) => [it.id, orderingMessages.needsQuantity]),
    );
    for (const { id } of good) problems.delete(id);
    if (good.length > 0) {
      const reply = await addLinesToCart(
        good.map(({ sku, quantity }) => ({ sku, quantity })),
        true,
      );
      if (!reply.ok) return setSaid(reply.message);
      for (const { line, message } of reply.problems) {
        const id = good[line]?.id;
        if (id !== undefined) problems.set(id, message);
      }
    }
    // Renders first, so that the error is announced when the field gets the focus.
    flushSync(() => {
      // Lines that were entered meanwhile stay.
      setLines((now) => [
        ...now.flatMap((it) => {
          if (!filled.includes(it)) return isEmpty(it) ? [] : [it];
          const problem = problems.get(it.id);
          return problem ? [{ ...it, problem }] : [];
        }),
        newLine(),
      ]);
      setSaid(problems.size > 0 ? orderingMessages.leftOut(problems.size) : '');
    });
    if (list.current?.contains(document.activeElement)) return;
    list.current?.querySelector<HTMLElement>('[aria-invalid="true"], input')?.focus();
  };

  return (
    <>
      <section className={style.section} aria-labelledby="quick-lines">
        <h2 id="quick-lines">Order by SKU</h2>
        <ol className={style.lines} ref={list}>
          {lines.map((line, n) => (
            <SkuRow
              key={line.id}
              {...{ line, n }}
              onChange={(fields) => change(line.id, fields)}
              onRemove={lines.length > 1 ? () => remove(line, n) : undefined}
            />
          ))}
        </ol>
        <p className="field__error" role="alert">
          {said}
        </p>
        <p>
          <Button onClick={add}>Add to Cart</Button>
        </p>
      </section>
      <section className={style.section} aria-labelledby="quick-list">
        <h2 id="quick-list">Paste or upload a list</h2>
        <TextArea
          label="List"
          hint="One item per line: SKU and quantity, separated by a comma, a semicolon or a tab."
          rows={4}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <p className={style.ways}>
          <Button look="quiet" onClick={() => addList(text)}>
            Read List
          </Button>
          <label className="field">
            <span className="field__label">CSV file</span>
            <input
              type="file"
              accept=".csv,.txt,text/csv,text/plain"
              onChange={(event) => {
                const { files } = event.target;
                void files?.[0]?.text().then(addList);
                // Allows choosing the same file again.
                event.target.value = '';
              }}
            />
          </label>
        </p>
      </section>
    </>
  );
}
