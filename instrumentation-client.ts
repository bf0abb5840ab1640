import { watchHistory } from "./components/form/leave-guard";
import { giveStylesTheNonce } from "./components/style-nonce";

// Next runs this before its router comes to life.
giveStylesTheNonce();
watchHistory();
