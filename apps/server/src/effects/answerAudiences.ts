import { membershipAnswer } from "@trunkline/workflow/engine/simulate.ts";
import { listMembers } from "../store/contacts/audience.ts";
import type { Query } from "../store/database.ts";
import type { InboxEntry } from "../store/journeys/journey.ts";

/** A journey whose node asks in which audiences its contact is (decision 0104). */
export interface AudienceQuestion {
  accountId: string;
  journeyId: string;
  contactId: string;
  node: number;
  audienceIds: readonly string[];
}

/** Answers every question of a claim: all contacts of an account are evaluated in one statement. */
export async function answerAudiences(q: Query, asked: readonly AudienceQuestion[]): Promise<InboxEntry[]> {
  const answers: InboxEntry[] = [];
  for (const [accountId, questions] of Map.groupBy(asked, (one) => one.accountId)) {
    const audienceIds = [...new Set(questions.flatMap((one) => one.audienceIds))];
    const contactIds = [...new Set(questions.map(({ contactId }) => contactId))];
    const members = await listMembers(q, accountId, audienceIds, contactIds);
    for (const { journeyId, contactId, node, audienceIds: ids } of questions)
      answers.push({
        accountId,
        journeyId,
        events: [
          {
            type: "answered",
            node,
            answer: membershipAnswer(ids, (audienceId) => members.get(audienceId)?.has(contactId)),
          },
        ],
      });
  }
  return answers;
}
