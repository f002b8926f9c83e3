// A workbench without anything that opens, asks, updates or calls home by itself.
export const quietSettings = {
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'remote.autoForwardPorts': false, // the server's own ports are no news
  // Else the server lists all open files of all processes every two seconds, whatever the setting above says.
  'remote.autoForwardPortsSource': 'output',
  'telemetry.telemetryLevel': 'off',
  'terminal.integrated.gpuAcceleration': 'off', // text in the DOM instead of a canvas
  // Else it asks npm for types, and starts a second server of its own.
  'typescript.disableAutomaticTypeAcquisition': true,
  'typescript.tsserver.useSyntaxServer': 'never',
  'update.mode': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};
