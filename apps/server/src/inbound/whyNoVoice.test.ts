import { describe, expect, it } from "vitest";
import { makeCampaign } from "../../test/engineWorld.ts";
import { callFlow, callNode } from "../../test/ownCalls.ts";
import { ownProvider } from "../../test/ownProvider.ts";

const { db, server, makeProviderWorld } = await ownProvider();
const studio = "en-us-studio-female-1";
const premium = "en-us-premium-female-1";
const reason =
  'The carrier of your numbers does not have the voice "English US, studio, female 1". Choose another standard or premium voice';

/** The canvas places that saved nodes have. */
const drawn = (textToSpeechVoice: string) => ({
  schemaVersion: 1,
  startNode: 1,
  sections: { main: 1 },
  nodes: callFlow(callNode({ textToSpeechVoice })).map((node, index) => ({ ...node, x: 250, y: 25 + 140 * index })),
});

describe("a voice that the carrier of the numbers does not have", () => {
  it("is refused when a workflow is saved, with its node", async () => {
    const world = await makeProviderWorld();
    const key = await server.key(world.account, "owner");
    const { campaignId } = await makeCampaign(db, world, callFlow(callNode()));
    const save = (voice: string) =>
      server.call("PUT", `/v4/campaign/${campaignId}/workflow/`, {
        as: { key },
        body: { workflow: JSON.stringify(drawn(voice)) },
      });
    const refused = await save(studio);
    expect(refused.status).toBe(400);
    expect(refused.body.error).toMatchObject([{ message: reason, where: "body.workflow node 2 textToSpeechVoice" }]);
    expect((await save(premium)).status).toBe(200);
    await db.tx([world.account], (q) =>
      q.run("update number set carrier = 'simulated' where account_id = $1", [world.account]),
    );
    expect((await save(studio)).status).toBe(200);
  });

  it("is refused when an IVR menu of such a number is saved", async () => {
    const world = await makeProviderWorld();
    const key = await server.key(world.account, "owner");
    const call = (method: string, url: string, body: object) => server.call(method, url, { as: { key }, body });
    const ivr = (ttsVoice: string) => ({
      ivrName: "desk",
      configurationOptions: { ttsVoice, say: "Sorry?", maxAttemptsSay: "Goodbye." },
      menus: [
        {
          menuId: "welcome",
          say: "Hi.",
          options: [{ dtmfKey: 1, say: "Bye.", actions: [{ type: "hangup", value: "" }] }],
        },
      ],
    });
    await call("POST", "/v4/route/tag/", { routeTag: "desk" });
    await call("POST", "/v4/route/", {
      routeTag: "desk",
      name: "ivr-desk",
      srcType: "call",
      dest: "ivr",
      destType: "ivr",
      priority: 0,
      options: { timezone: 0, ivr: "desk", mohUrl: "" },
      ruleDTO: { name: "rule_desk_ivr" },
    });
    await call("POST", "/v4/route/tag/desk/numbers", { numbers: [world.number] });
    const refused = await call("POST", "/v4/ivr", ivr(studio));
    expect(refused.body.error).toMatchObject([{ message: reason, where: "body.configurationOptions.ttsVoice" }]);
    expect((await call("POST", "/v4/ivr", ivr(premium))).status).toBe(200);
  });
});
