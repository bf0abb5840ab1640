import { watchHistory } from "./components/form/leave-guard";

// Next runs this before its router comes to life.
watchHistory();
