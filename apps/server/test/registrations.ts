import type { Brand } from "@trunkline/contract/registration/brand.ts";
import type { TenDlcCampaign } from "@trunkline/contract/registration/tenDlcCampaign.ts";
import { syncRegistrationsJob } from "../src/jobs/registration/syncRegistrations.ts";
import { openSimulatedRegistry } from "../src/registry/openRegistry.ts";
import type { Database } from "../src/store/database.ts";
import type { ownAccount } from "./ownAccount.ts";
import { tenDlcSample } from "./tenDlcSample.ts";
import { brandSample } from "./world.ts";

/** An account with the simulated registry on a clock of the test's: it takes a minute to look at something. */
export function registrations(
  db: Database,
  { account, call }: Pick<Awaited<ReturnType<typeof ownAccount>>, "account" | "call">,
) {
  let now = Date.now();
  const job = syncRegistrationsJob(openSimulatedRegistry(db, { delayMs: 60_000, now: () => now }));
  const first = async <T>(method: string, url: string, body?: unknown): Promise<T> => {
    const answer = await call(method, url, body === undefined ? {} : { body });
    if (answer.status !== 200) throw new Error(`${method} ${url}: ${JSON.stringify(answer.body)}`);
    return answer.body.payload[0] as T;
  };
  /** The worker's turn, after the registry has had so many minutes. */
  const afterMinutes = async (minutes: number): Promise<void> => {
    now += minutes * 60_000;
    await db.global((q) => q.run("update registration_due set due = now()"));
    await job.run(db);
  };
  const settle = async (): Promise<void> => {
    await afterMinutes(0);
    await afterMinutes(2);
    await afterMinutes(2);
  };
  return {
    first,
    afterMinutes,
    settle,
    look: (row: { brandId: string }) => first<Brand>("GET", `/${account}/brand/${row.brandId}`),
    readCampaign: (row: { id: string }) => first<TenDlcCampaign>("GET", `/${account}/campaign/${row.id}`),
    /** A verified brand, vetted where its score is given: the last two digits of its EIN. */
    async brand(name: string, score: number | null = null): Promise<Brand> {
      const ein = `1234567${String(score ?? 40).padStart(2, "0")}`;
      const made = await first<Brand>("POST", `/${account}/brand`, brandSample(name, ein));
      await settle();
      if (score !== null) {
        await first("POST", `/${account}/brand/${made.brandId}/vetting`);
        await settle();
      }
      return first<Brand>("GET", `/${account}/brand/${made.brandId}`);
    },
    numberSet: async (name: string, phoneNumbers: string[] = []): Promise<string> =>
      (await first<{ numberSetId: string }>("POST", "/v4/numberset/", { name, phoneNumbers })).numberSetId,
    file: (of: { brandId: string; numberSetId: string }, more: object = {}) =>
      first<TenDlcCampaign>("POST", `/${account}/campaign`, { ...tenDlcSample(of), ...more }),
  };
}
