import { useStore } from '@nanostores/react';
import { messages as texts } from '#shared/messages.ts';
import { answerInput, type ContactMessage } from '#shared/schemas/contact.ts';
import { useWatch } from 'react-hook-form';
import { toastError, toastInfo } from '../../stores/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { TextArea } from '../../ui/Field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { Form } from '../forms/Form.tsx';
import { $mail } from '../settings/mail/mail.ts';
import { answerLink, answerMessage } from './messages.ts';

interface AnswerFormProps {
  readonly message: ContactMessage;
  readonly onDone: () => void;
}

/** Without a sender address the shop only saves the answer, and the administrator emails or copies it. */
export function AnswerForm({ message, onDone }: AnswerFormProps) {
  const isMailed = Boolean(useStore($mail).body?.from);
  const form = useForm({
    schema: answerInput,
    values: { answer: message.answer },
    save: ({ answer }) => answerMessage(message._id, answer),
    onSaved: onDone,
  });
  const answer = useWatch({ control: form.control, name: 'answer' }) ?? '';

  function copy(): void {
    navigator.clipboard.writeText(answer).then(
      () => toastInfo(texts.contact.copied),
      () => toastError(texts.contact.notCopied),
    );
  }

  return (
    <Form
      form={form}
      submit={isMailed ? 'Send answer' : 'Save and mark as answered'}
      beside={
        <>
          {!isMailed && (
            <a className="button button--quiet" href={answerLink(message, answer)}>
              Answer by email
            </a>
          )}
          <Button look="link" onClick={copy}>
            Copy answer
          </Button>
        </>
      }
    >
      <TextArea
        label="Your answer"
        {...form.field('answer')}
        rows={6}
        maxLength={5000}
        hint={isMailed ? `Sent to ${message.email} with the original message below.` : undefined}
      />
    </Form>
  );
}
