package checks

// OpenFence tells tests what is left open.
var OpenFence = openFence
