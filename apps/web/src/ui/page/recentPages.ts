/** A page about one thing, such as a contact or a run, that was open in this tab. */
export interface RecentPage {
  account: string;
  path: string;
  label: string;
  /** The list that it belongs to. */
  section: string;
}

const key = "trunkline.recent";
const most = 12;

/** The pages of the account that were open in this tab, the last one first. They are forgotten with the tab. */
export const recentPages = (account: string): RecentPage[] => read().filter((page) => page.account === account);

/** Notes that a page was open. */
export function rememberPage(page: RecentPage): void {
  const others = read().filter(({ account, path }) => account !== page.account || path !== page.path);
  try {
    sessionStorage.setItem(key, JSON.stringify([page, ...others].slice(0, most)));
  } catch {
    // without room in the browser nothing is remembered
  }
}

function read(): RecentPage[] {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "[]") as RecentPage[];
  } catch {
    return [];
  }
}
