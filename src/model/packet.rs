//! The recovery packet: what is prepared before a failure (`lastgood.packet/1`).

use serde::{Deserialize, Serialize};

use super::NamedGate;

/// The schema of a packet.
pub const PACKET_SCHEMA: &str = "lastgood.packet/1";

/// Where a packet lies in a work tree.
pub const PACKET_FILE: &str = ".lastgood/packet.json";

/// What is prepared before a failure: where outputs go, who decides, what can be resumed, and the contract.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Packet {
    /// `lastgood.packet/1`.
    pub schema: String,
    /// Where outputs go, and who can open them.
    pub outputs: Vec<Output>,
    /// Who owns the decisions of a recovery.
    pub owner: Option<String>,
    /// What the owner may do.
    pub may: Vec<String>,
    /// What the runtime can resume.
    pub resumes: Vec<String>,
    /// What a resume loses.
    pub loses: Vec<String>,
    /// The contract.
    pub contract: Contract,
    /// Who approves the result.
    pub approver: Option<String>,
}

/// One place of outputs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Output {
    /// What is put there.
    pub what: String,
    /// Where.
    pub place: String,
    /// Who can open it.
    pub open_to: Option<String>,
}

/// The criteria, limits and gates as they stood before the run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Contract {
    /// The goal.
    pub goal: Option<String>,
    /// What the work must keep to.
    pub limits: Vec<String>,
    /// What must be true in the end.
    pub criteria: Vec<String>,
    /// The gates, as arguments.
    pub gates: Vec<NamedGate>,
}

/// A part of a packet: what can be filled in, or left empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PacketPart {
    /// The goal.
    Goal,
    /// What the work must keep to.
    Limits,
    /// What must be true in the end.
    Criteria,
    /// The gates, as arguments.
    Gates,
    /// Where outputs go, and who can open them.
    Outputs,
    /// Who owns the decisions of a recovery.
    Owner,
    /// What the owner may do.
    May,
    /// What the runtime can resume.
    Resumes,
    /// What a resume loses.
    Loses,
    /// Who approves the result.
    Approver,
}

impl PacketPart {
    /// Every part, in the order in which they are asked for.
    pub const ALL: &[Self] = &[
        Self::Goal,
        Self::Limits,
        Self::Criteria,
        Self::Gates,
        Self::Outputs,
        Self::Owner,
        Self::May,
        Self::Resumes,
        Self::Loses,
        Self::Approver,
    ];

    /// Whether it has many lines; the others have one.
    pub fn is_list(self) -> bool {
        !matches!(self, Self::Goal | Self::Owner | Self::Approver)
    }
}

impl Packet {
    /// The parts that say nothing yet. What can be resumed and what is lost by it are one question: one answer is enough.
    pub fn missing(&self) -> Vec<PacketPart> {
        let contract = &self.contract;
        let empty = |part: &PacketPart| match part {
            PacketPart::Goal => contract.goal.is_none(),
            PacketPart::Limits => contract.limits.is_empty(),
            PacketPart::Criteria => contract.criteria.is_empty(),
            PacketPart::Gates => contract.gates.is_empty(),
            PacketPart::Outputs => self.outputs.is_empty(),
            PacketPart::Owner => self.owner.is_none(),
            PacketPart::May => self.may.is_empty(),
            PacketPart::Resumes => self.resumes.is_empty() && self.loses.is_empty(),
            PacketPart::Loses => false,
            PacketPart::Approver => self.approver.is_none(),
        };
        PacketPart::ALL.iter().copied().filter(empty).collect()
    }
}
