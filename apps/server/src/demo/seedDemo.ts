import { importFile } from "../jobs/contacts/importContacts.ts";
import type { Database } from "../store/database.ts";
import { findNumber, insertNumber } from "../store/numbers/number.ts";
import { insertNumberSet } from "../store/numbers/numberSet.ts";
import { insertRcsAgent, insertRcsTemplate } from "../store/templates/rcs.ts";
import { insertSmsTemplate } from "../store/templates/smsTemplate.ts";
import { insertCampaign, saveVersion } from "../store/workflows/campaign.ts";
import { seedFrontDesk } from "./frontDesk.ts";
import { demoContactsCsv } from "./people.ts";
import { demoRcsAgents, demoRcsTemplates } from "./rcs.ts";
import { registerDemo } from "./registration.ts";
import { type DemoTemplate, demoTemplates, demoWorkflows, reminderWorkflow } from "./workflows.ts";

/** The demo account's numbers: fictional, in area codes that no demo contact has. */
const numbers = [
  { phone: "+16465550140", label: "New York" },
  { phone: "+17735550140", label: "Chicago" },
  { phone: "+16285550140", label: "San Francisco" },
];

/**
 * Fills the demo account: numbers with a number set, templates, example workflows, an inbound number, and 1,000 contacts
 * through the normal import. Data that an earlier attempt created is left unchanged.
 */
export async function seedDemo(db: Database, account: string): Promise<void> {
  await db.tx([account], async (q) => {
    if (await findNumber(q, account, numbers[0]?.phone ?? "")) return;
    for (const { phone, label } of numbers) await insertNumber(q, account, phone, { label });
    const numberSet = await insertNumberSet(q, account, {
      name: "Main line",
      phoneNumbers: numbers.map(({ phone }) => phone),
    });
    const ids = new Map<string, string>();
    for (const [key, template] of Object.entries(demoTemplates)) {
      ids.set(key, await insertSmsTemplate(q, account, { ...template, templateMediaUrl: null }));
    }
    for (const agent of demoRcsAgents) await insertRcsAgent(q, account, { ...agent, connectionId: null });
    for (const { templateKey, content } of demoRcsTemplates) await insertRcsTemplate(q, account, templateKey, content);
    for (const { settings, definition } of demoWorkflows) {
      const campaignId = await insertCampaign(q, account, { ...settings, numberSet });
      const saved = definition((key: DemoTemplate) => ids.get(key) ?? "");
      await saveVersion(q, account, campaignId, JSON.stringify(saved), "demo");
      if (settings.campaignName === reminderWorkflow) await seedFrontDesk(q, account, campaignId);
    }
    await registerDemo(q, account, numberSet);
  });
  await importFile(db, account, oneText(demoContactsCsv()), { fileName: "demo-contacts.csv", duplicates: "skip" });
}

async function* oneText(text: string): AsyncGenerator<string> {
  yield text;
}
