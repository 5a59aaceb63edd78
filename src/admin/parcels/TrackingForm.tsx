import { parcelUpdate, type Parcel } from '#shared/schemas/parcels.ts';
import { useForm } from '../../ui/use-form.ts';
import { Form } from '../forms/Form.tsx';
import { changeParcel } from './parcels.ts';
import { TrackingFields } from './TrackingFields.tsx';

interface TrackingFormProps {
  readonly parcel: Parcel;
  readonly onDone: () => void;
}

/** Carrier and tracking of a parcel. */
export function TrackingForm({ parcel, onDone }: TrackingFormProps) {
  const { _id, carrier, trackingNumber, trackingUrl } = parcel;
  const form = useForm({
    schema: parcelUpdate,
    values: { carrier, trackingNumber, trackingUrl },
    save: (_values, _form, changes) => changeParcel(_id, changes),
    onSaved: onDone,
  });
  return (
    <Form form={form} submit="Update">
      <TrackingFields field={form.field} />
    </Form>
  );
}
