import { watchHistory } from "./components/form/leave-guard";
import { checkFormsWithoutEval } from "./components/no-eval";
import { giveStylesTheNonce } from "./components/style-nonce";

// Next runs this before its router comes to life.
giveStylesTheNonce();
checkFormsWithoutEval();
watchHistory();
