import { approvedReturn, refusedReturn, type OrderReturn } from '#shared/schemas/returns.ts';
import { TextArea } from '../../ui/Field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { Form } from '../forms/Form.tsx';
import { changeReturn } from './returns.ts';

interface AnswerReturnFormProps {
  readonly back: OrderReturn;
  readonly status: 'approved' | 'refused';
  readonly onDone: () => void;
}

/** Approves or refuses a return, with a message to the customer. */
export function AnswerReturnForm({ back, status, onDone }: AnswerReturnFormProps) {
  const isRefused = status === 'refused';
  const form = useForm({
    schema: (isRefused ? refusedReturn : approvedReturn).pick({ note: true }),
    values: { note: '' },
    save: ({ note }) => changeReturn(back._id, { status, note }),
    onSaved: onDone,
  });
  return (
    <Form form={form} submit={isRefused ? 'Refuse' : 'Approve'}>
      <TextArea
        label={isRefused ? 'Reason' : 'Message to the customer'}
        {...form.field('note')}
        rows={4}
        maxLength={500}
        hint={
          isRefused
            ? 'Shown to the customer in the email and with the order.'
            : 'For example, where to send the pieces. Shown in the email and with the order.'
        }
      />
    </Form>
  );
}
