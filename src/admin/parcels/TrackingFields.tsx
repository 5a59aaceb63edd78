import { useStore } from '@nanostores/react';
import { carriers, readCarriers } from '#shared/domain/fulfilment.ts';
import { useId } from 'react';
import { stockSettings } from '../../api/admin-stock.ts';
import { query } from '../../api/query.ts';
import { Field } from '../../ui/Field.tsx';

const $settings = query(stockSettings());

type Input = Omit<Parameters<typeof Field>[0], 'label'>;

interface TrackingFieldsProps {
  readonly field: (name: 'carrier' | 'trackingNumber' | 'trackingUrl') => Input;
}

/** Carrier and tracking of a parcel. */
export function TrackingFields({ field }: TrackingFieldsProps) {
  const list = useId();
  const own = readCarriers(useStore($settings).body?.settings.carriers ?? '');
  const names = [...new Set([...(own?.keys() ?? []), ...carriers])];
  return (
    <>
      <Field label="Carrier" {...field('carrier')} list={list} maxLength={60} />
      <datalist id={list}>
        {names.map((it) => (
          <option key={it} value={it} />
        ))}
      </datalist>
      <Field label="Tracking number" {...field('trackingNumber')} maxLength={100} />
      <Field
        label="Tracking page"
        {...field('trackingUrl')}
        type="url"
        maxLength={500}
        hint={`Leave empty for the page of ${names.join(', ')}.`}
      />
    </>
  );
}
