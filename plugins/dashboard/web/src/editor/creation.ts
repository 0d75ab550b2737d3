// A new object is made once, also where the answer to the request that made it was lost.
import { ApiError, ask, bucketPath, type Content } from '../api';
import { newId } from './kept';
import type { Form } from './model';

type Sent = { form: Form; body: Record<string, unknown> };
/** What the server has made of `form`. */
export type Made = { form: Form; id: string; version: string };

const keyReused = 422;

export class Creation {
  private readonly key = newId();
  private unanswered: Sent[] = []; // one of them may have been carried out

  constructor(private readonly bucket: string) {}

  async send(sent: Sent): Promise<Made> {
    try {
      const { data, version } = await ask<{ object: Content }>(`${bucketPath(this.bucket)}/objects`, {
        method: 'POST', body: sent.body, headers: { 'Idempotency-Key': this.key },
      });
      this.unanswered = [];
      return { form: sent.form, id: data.object.id, version };
    } catch (error) {
      const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
      if (!refused) this.unanswered.push(sent);
      throw error;
    }
  }

  /** Whether the refusal says that another request of this form has made the object. */
  hasMade(error: ApiError): boolean {
    return error.status === keyReused && this.unanswered.length > 0;
  }
  /** What was made by a request whose answer was lost: only that one is answered now. */
  async find(): Promise<Made | null> {
    for (const each of [...this.unanswered]) {
      try {
        return await this.send(each);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== keyReused) throw error;
      }
    }
    return null;
  }
}
