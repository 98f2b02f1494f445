/**
 * What the script of a page may weigh before anything is clicked, kilobytes of gzip. The goal is 250, and 300 for the
 * editors (decisions 0119 and 0120). What is reached is the limit, so that nothing grows; the editors may use their goal.
 */
const most: Record<string, number> = {
  HomePage: 177,
  SettingsPage: 169,
  CallCenterPage: 199,
  MessagesPage: 222,
  CallsPage: 222,
  WorkflowsPage: 191,
  ContactsPage: 196,
  EnrollmentsPage: 200,
  UsersPage: 186,
  AgentQueuesPage: 189,
  DoNotContactPage: 193,
  OutboxPage: 209,
  EditorPage: 300,
  InboundEditorPage: 300,
  CreateRunnerPage: 338,
  IvrFormPage: 282,
};
const mostOfForms = 281;
const mostOfOthers = 265;

/** What a page may weigh, by the name of its component. */
export const mostOfPage = (page: string): number =>
  most[page] ?? (/Form|Create|Edit/.test(page) ? mostOfForms : mostOfOthers);

/** What the editors may weigh as browsers get them, compressed by the build (Brotli), kilobytes. */
export const mostServed: Record<string, number> = { EditorPage: 270, InboundEditorPage: 270 };
