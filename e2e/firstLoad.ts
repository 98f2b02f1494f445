/**
 * What the script of a page may weigh before anything is clicked, kilobytes of gzip. The goal is 250, and 300 for the
 * editors (decision 0119); where it is missed, the limit is what was reached, so that nothing grows.
 */
const most: Record<string, number> = {
  HomePage: 250,
  SettingsPage: 250,
  CallCenterPage: 251,
  MessagesPage: 256,
  CallsPage: 257,
  WorkflowsPage: 256,
  ContactsPage: 263,
  EnrollmentsPage: 267,
  EditorPage: 374,
  InboundEditorPage: 385,
  CreateRunnerPage: 372,
};
const mostOfOthers = 311;

/** What a page may weigh, by the name of its component. */
export const mostOfPage = (page: string): number => most[page] ?? mostOfOthers;
