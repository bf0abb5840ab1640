import { readSetting } from "../../domain/settings/tenant-settings";
import { allowedOptions, signInOptions } from "../../domain/sign-in-options/sign-in-options";
import { newOpaqueToken } from "../../kernel/http/client-id";
import type { Ports } from "../../kernel/operation/ports";
import type { Stores } from "../../kernel/operation/store";
import type { Database } from "../../store/database";
import { createFlowBudgets } from "./flow-store";
import type { RequestSigns } from "./demands";
import type { Form, SignInEngine } from "./engine";
import { boundHash, type Bound } from "../browser/browser-binding";
import { hasSame, newFlow, type Flow } from "./flow";
import { appPlace, type AppAddress, type Place } from "./places";
import type { AdmittedIdentity } from "./federated-providers";
import { acrOf, amrOf } from "./steps";
import type { SignInView } from "./view";
import { entering, type Trouble } from "./visit";

export interface AppSignInDeps {
  database: Database;
  stores: Stores;
  ports: Ports;
  engine: SignInEngine;
}

/** Result of a step of a sign-in to an app. */
export type AppStep =
  | { to: "page"; trouble?: Trouble | undefined }
  | { to: "json"; body: unknown }
  | {
      to: "app";
      userId: number;
      sessionId: number;
      remembered: boolean;
      amr: string[];
      acr: string;
    };

/**
 * Returns the place with its sign-ins bound to the browser that has the token. A step in another browser begins a new sign-in.
 * Each newly proved user renews the token, as at the console (console.ts).
 */
function boundPlace(place: Place, bound: Bound): Place {
  const { flows } = place;
  let known: Flow["subjects"] = [];
  return {
    ...place,
    flows: {
      ...flows,
      open: async (key) => {
        const flow = await flows.open(key);
        const theirs = bound.token !== null && flow.browser === boundHash(bound.token);
        if (!theirs) bound.token = null;
        known = theirs ? flow.subjects : [];
        return theirs ? flow : { ...newFlow(key), version: flow.version };
      },
      save: async (flow) => {
        const proved = flow.subjects.length > 0 && !hasSame(flow.subjects, known);
        const token = bound.token === null || proved ? newOpaqueToken() : bound.token;
        const saved = await flows.save({ ...flow, browser: boundHash(token) });
        if (saved === null) return null;
        bound.token = token;
        known = saved.subjects;
        return saved;
      },
    },
  };
}

/**
 * Creates the sign-ins of a tenant's users to its apps. `key` is the id of the protocol's interaction. `bound` is the token in
 * the browser's second cookie (oidc/browser-binding.ts).
 */
export function createAppSignIn({ database, stores, ports, engine }: AppSignInDeps) {
  const bounded = createFlowBudgets();
  const placeOf = (address: AppAddress) => appPlace({ database, stores, ports }, address);

  /** Ends the sign-in. Returns the new session of the tenant, or the refusal. */
  async function conclude(address: AppAddress, flow: Flow, signs: RequestSigns): Promise<AppStep> {
    const place = placeOf(address);
    const [subject] = flow.subjects;
    const of = subject && entering({ place, flow, signs }, subject);
    // If two requests arrive at once, only one gets a session.
    if (!of || !(await place.flows.end(flow))) return { to: "page", trouble: "again" };
    const admitted = await engine.admit(of);
    if (admitted.outcome === "more") return { to: "page", trouble: "again" };
    if (admitted.outcome !== "signed_in") return { to: "page", trouble: admitted.outcome };
    const { sessionId, remembered } = admitted;
    const { proofs, userId } = of.subject;
    return { to: "app", userId, sessionId, remembered, amr: amrOf(proofs), acr: acrOf(proofs) };
  }

  return {
    view: (address: AppAddress, key: string, signs: RequestSigns, bound: Bound): Promise<SignInView> =>
      engine.view(boundPlace(placeOf(address), bound), key, signs),

    /** Runs a step. Returns null if no step has this name. */
    step: async (
      address: AppAddress,
      key: string,
      step: string,
      form: Form,
      signs: RequestSigns,
      bound: Bound,
    ): Promise<AppStep | null> => {
      const place = bounded(placeOf(address), signs.ip);
      const result = await engine.submit(boundPlace(place, bound), key, step, form, signs);
      return result?.to === "end" ? conclude(address, result.flow, signs) : result;
    },

    /** Returns true if the tenant and the platform allow opening links on another device than the one that requested them. */
    mayCrossDevices: async (tenantId: number): Promise<boolean> => {
      const { allowedSignInOptions } = await ports.settings();
      const chosen = await stores.tenant(tenantId).read((tx) => readSetting(tx, signInOptions));
      return allowedOptions(chosen, allowedSignInOptions).magicLinkCrossDeviceEnabled;
    },

    /** Approves a link on another device. Returns the reason if this fails, else null. */
    approve: async (
      address: AppAddress,
      key: string,
      form: Form,
      signs: RequestSigns,
    ): Promise<Trouble | null> => {
      const result = await engine.approve(placeOf(address), key, form, signs);
      // If the organization refuses the sign-in, the other device gets the refusal.
      return (result.to === "end" ? result.refused : result.trouble) ?? null;
    },

    /** Continues the sign-in of a user whose identity an external provider has proved. */
    proved: async (
      address: AppAddress,
      key: string,
      proof: AdmittedIdentity,
      signs: RequestSigns,
      bound: Bound,
    ): Promise<AppStep> => {
      const place = boundPlace(placeOf(address), bound);
      const result = await engine.proveOutside({ place, flow: await place.flows.open(key), signs }, proof);
      return result.to === "end" ? conclude(address, result.flow, signs) : result;
    },

    conclude,
  };
}

export type AppSignIn = ReturnType<typeof createAppSignIn>;
