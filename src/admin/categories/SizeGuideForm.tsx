import { sizeGuideInput, type SizeGuide } from '#shared/schemas/size-guides.ts';
import { X } from 'lucide-react';
import { useId } from 'react';
import { useController } from 'react-hook-form';
import { Button } from '../../ui/Button.tsx';
import { useForm } from '../../ui/use-form.ts';
import { Form } from '../forms/Form.tsx';
import { useEditedVersion } from '../forms/use-edited-version.ts';
import { saveSizeGuide } from './size-guides.ts';
import './size-guide-form.css';

interface SizeGuideFormProps {
  readonly category: string;
  /** Null for a new one. */
  readonly guide: SizeGuide | null;
}

interface Row {
  readonly size: string;
  readonly letter?: string | undefined;
  readonly eu?: string | undefined;
  readonly uk?: string | undefined;
  readonly us?: string | undefined;
  readonly cm: string[];
}

const elsewhere = ['letter', 'eu', 'uk', 'us'] as const;
const labels = { letter: 'Letter', eu: 'EU', uk: 'UK', us: 'US' } as const;
const emptyRow = (size: string, measures: readonly string[]): Row => ({
  ...{ size, letter: '', eu: '', uk: '', us: '' },
  cm: measures.map(() => ''),
});
const firstMeasures = ['Chest', 'Waist', 'Hips'];
const firstRows = ['XS', 'S', 'M', 'L', 'XL'].map((it) => emptyRow(it, firstMeasures));

/** The size guide as a grid: rows are sizes, columns are measures. Both can be added and removed. */
export function SizeGuideForm({ category, guide }: SizeGuideFormProps) {
  const said = useId();
  const { version, settled } = useEditedVersion(guide);
  const form = useForm({
    schema: sizeGuideInput,
    values: { measures: guide?.measures ?? firstMeasures, sizes: guide?.sizes ?? firstRows },
    async save(values) {
      const updatedAt = version?.updatedAt ?? null;
      const outcome = await saveSizeGuide(category, { ...values, updatedAt });
      settled(outcome);
      return outcome;
    },
  });
  const { field: columns } = useController({ control: form.control, name: 'measures' });
  const { field: rows } = useController({ control: form.control, name: 'sizes' });
  const measures = columns.value;
  const sizes: readonly Row[] = rows.value;
  const setRow = (at: number, row: Partial<Row>) =>
    rows.onChange(sizes.map((it, place) => (place === at ? { ...it, ...row } : it)));
  const setCells = (cells: (cm: string[]) => string[]) =>
    rows.onChange(sizes.map((it) => ({ ...it, cm: cells(it.cm) })));

  function cell(path: string, label: string, value: string, set: (value: string) => void) {
    return (
      <input
        name={path}
        aria-label={label}
        value={value}
        autoComplete="off"
        required={/^measures|\.size$/.test(path)}
        aria-invalid={form.errorOf(path) ? true : undefined}
        aria-describedby={form.errorOf(path) ? said : undefined}
        onChange={({ currentTarget }) => set(currentTarget.value)}
      />
    );
  }
  const remove = (label: string, press: () => void) => (
    <button
      type="button"
      className="icon-button"
      aria-label={`Remove ${label || 'this'}`}
      onClick={press}
    >
      <X aria-hidden size={16} />
    </button>
  );

  const wrong = [
    ...measures.map((it, at) => [it || `Column ${at + 1}`, form.errorOf(`measures.${at}`)]),
    ...sizes.flatMap(({ size, cm }, at) => [
      [size || `Row ${at + 1}`, form.errorOf(`sizes.${at}.size`)],
      ...elsewhere.map((it) => [`${size}, ${labels[it]}`, form.errorOf(`sizes.${at}.${it}`)]),
      ...cm.map((_, i) => [`${size}, ${measures[i]}`, form.errorOf(`sizes.${at}.cm.${i}`)]),
    ]),
    ['Measures', form.errorOf('measures')],
    ['Sizes', form.errorOf('sizes')],
  ].filter(([, error]) => error);

  return (
    <Form form={form} submit="Save size guide" className="size-guide-form">
      <p className="field__hint">
        Centimetres, such as 90 or 85–90; the shop shows inches too. A product page shows the sizes
        that the product has. Letter, such as M for size 12, lets shoppers find one by the other.
      </p>
      <div className="size-guide-form__scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">Size</th>
              {elsewhere.map((it) => (
                <th key={it} scope="col">
                  {labels[it]}
                </th>
              ))}
              {measures.map((measure, at) => (
                <th key={at} scope="col">
                  <span>
                    {cell(`measures.${at}`, `Measure ${at + 1}`, measure, (value) =>
                      columns.onChange(measures.with(at, value)),
                    )}
                    {remove(measure, () => {
                      columns.onChange(measures.toSpliced(at, 1));
                      setCells((cm) => cm.toSpliced(at, 1));
                    })}
                  </span>
                </th>
              ))}
              <th scope="col">
                <span className="visually-hidden">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {sizes.map((row, at) => (
              <tr key={at}>
                <td>
                  {cell(`sizes.${at}.size`, `Size ${at + 1}`, row.size, (size) =>
                    setRow(at, { size }),
                  )}
                </td>
                {elsewhere.map((it) => (
                  <td key={it}>
                    {cell(
                      `sizes.${at}.${it}`,
                      `${labels[it]} of size ${row.size}`,
                      row[it] ?? '',
                      (value) => setRow(at, { [it]: value }),
                    )}
                  </td>
                ))}
                {row.cm.map((value, i) => (
                  <td key={i}>
                    {cell(
                      `sizes.${at}.cm.${i}`,
                      `${measures[i] ?? ''} of size ${row.size}`,
                      value,
                      (next) => setRow(at, { cm: row.cm.with(i, next) }),
                    )}
                  </td>
                ))}
                <td>{remove(`size ${row.size}`, () => rows.onChange(sizes.toSpliced(at, 1)))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {wrong.length > 0 && (
        <ul id={said} className="field__error">
          {wrong.map(([where, error]) => (
            <li key={where}>
              {where}: {error}
            </li>
          ))}
        </ul>
      )}
      <div className="form__foot">
        <Button look="link" onClick={() => rows.onChange([...sizes, emptyRow('', measures)])}>
          + Add size
        </Button>
        {measures.length < 8 && (
          <Button
            look="link"
            onClick={() => {
              columns.onChange([...measures, '']);
              setCells((cm) => [...cm, '']);
            }}
          >
            + Add measure
          </Button>
        )}
      </div>
    </Form>
  );
}
