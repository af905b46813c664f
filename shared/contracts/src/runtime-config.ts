/**
 * What one deployment tells the page: inlined by the server as JSON in
 * `<script type="application/json" id="solvent-config">`, never built in.
 */
export interface RuntimeConfig {
  /** Value of the `x-app-key` header. Names the client application; no secret. */
  appKey: string;
  identity: {
    apiKey: string;
    authDomain: string;
    projectId: string;
    /** Origin of the local Firebase Auth emulator; absent in production. */
    emulatorUrl?: string;
  };
  /** Present where push messages are configured. */
  push?: { appId: string; messagingSenderId: string; vapidKey: string };
  /** Present where analytics are configured. */
  analytics?: { appId: string; measurementId: string };
  /** True where mail goes to the page `/dev/mail` instead of an inbox. */
  localMail: boolean;
}

/** The id of the script element that holds the {@link RuntimeConfig}. */
export const CONFIG_ELEMENT_ID = 'solvent-config';
