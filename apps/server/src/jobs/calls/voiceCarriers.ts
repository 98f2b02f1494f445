import type { VoiceCarrier } from "@trunkline/carriers/carrier.ts";
import type { CarrierKind } from "@trunkline/contract/carriers/carrier.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import type { ProviderWay } from "../../carriers/readConnection.ts";
import { Recent } from "../../links/recent.ts";
import type { Query } from "../../store/database.ts";
import { openTelnyxVoice } from "./openTelnyxVoice.ts";
import { openTwilioVoice } from "./openTwilioVoice.ts";
import type { OpenVoice } from "./voiceOpener.ts";

/** The kinds of connections that place calls. */
const openVoice: Readonly<Record<CarrierKind, OpenVoice | null>> = {
  smpp: null,
  twilio: openTwilioVoice,
  rbm: null,
  telnyx: openTelnyxVoice,
};

/** Changed settings count after this long. */
const keptForMs = 10_000;
const mostKept = 1_000;

/** The carriers that place calls: the simulated one, and those of connections, which any worker can use. */
export class VoiceCarriers {
  private readonly simulated: VoiceCarrier;
  private readonly way: ProviderWay & { publicUrl: string };
  private readonly kept = new Recent<VoiceCarrier>(keptForMs, mostKept);

  constructor(simulated: VoiceCarrier, way: ProviderWay & { publicUrl: string }) {
    this.simulated = simulated;
    this.way = way;
  }

  /** The carrier of this name, read in the transaction `q` where there is one. Undefined: it places no calls. */
  async of(accountId: string, name: string, q?: Query): Promise<VoiceCarrier | undefined> {
    if (name === this.simulated.name) return this.simulated;
    const kept = this.kept.get(name);
    if (kept !== undefined) return kept;
    const [kind = "", connectionId = ""] = name.split(":");
    const open = ownValue(openVoice, kind);
    const opened = await open?.(this.way, { accountId, connectionId, name, publicUrl: this.way.publicUrl }, q);
    if (opened) this.kept.set(name, opened);
    return opened ?? undefined;
  }
}
