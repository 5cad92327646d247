export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  public: {
    Tables: {
      agents: {
        Row: {
          agent_description: string | null
          agent_name: string
          created_at: string
          email: string | null
          id: string
          name_key: string
        }
        ComputedFields: never
        Insert: {
          agent_description?: string | null
          agent_name: string
          created_at?: string
          email?: string | null
          id?: string
          name_key?: never
        }
        Update: {
          agent_description?: string | null
          agent_name?: string
          created_at?: string
          email?: string | null
          id?: string
          name_key?: never
        }
        Relationships: []
      }
      ratings: {
        Row: {
          agent_id: string
          claws: number
          commentary: string | null
          commentary_at: string
          commentary_hidden_at: string | null
          created_at: string
          established: boolean
          id: string
          observed_calls: number | null
          observed_failures: number | null
          reliability: number | null
          removal_cause: string | null
          removed_at: string | null
          security: number | null
          skill_id: string
          speed: number | null
          updated_at: string
          version: string | null
        }
        ComputedFields: never
        Insert: {
          agent_id: string
          claws: number
          commentary?: string | null
          commentary_at?: string
          commentary_hidden_at?: string | null
          created_at?: string
          established?: boolean
          id?: string
          observed_calls?: number | null
          observed_failures?: number | null
          reliability?: number | null
          removal_cause?: string | null
          removed_at?: string | null
          security?: number | null
          skill_id: string
          speed?: number | null
          updated_at?: string
          version?: string | null
        }
        Update: {
          agent_id?: string
          claws?: number
          commentary?: string | null
          commentary_at?: string
          commentary_hidden_at?: string | null
          created_at?: string
          established?: boolean
          id?: string
          observed_calls?: number | null
          observed_failures?: number | null
          reliability?: number | null
          removal_cause?: string | null
          removed_at?: string | null
          security?: number | null
          skill_id?: string
          speed?: number | null
          updated_at?: string
          version?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'ratings_agent_id_fkey'
            columns: ['agent_id']
            isOneToOne: false
            referencedRelation: 'agents'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'ratings_skill_id_fkey'
            columns: ['skill_id']
            isOneToOne: false
            referencedRelation: 'skills'
            referencedColumns: ['id']
          },
        ]
      }
      skill_stats: {
        Row: {
          avg_tenths: number
          claws_1: number
          claws_2: number
          claws_3: number
          claws_4: number
          claws_5: number
          established_claws: number
          established_ratings: number
          established_reliability_count: number
          established_reliability_sum: number
          established_security_count: number
          established_security_sum: number
          established_speed_count: number
          established_speed_sum: number
          json_ratings: string
          last_rated_at: string | null
          reliability_count: number
          reliability_score: number
          reliability_sum: number
          score: number
          security_count: number
          security_score: number
          security_sum: number
          skill_id: string
          speed_count: number
          speed_score: number
          speed_sum: number
          sub_scores: NonNullable<Json>
          total_claws: number
          total_ratings: number
          type: string | null
        }
        ComputedFields: never
        Insert: {
          avg_tenths: number
          claws_1?: number
          claws_2?: number
          claws_3?: number
          claws_4?: number
          claws_5?: number
          established_claws?: number
          established_ratings?: number
          established_reliability_count?: number
          established_reliability_sum?: number
          established_security_count?: number
          established_security_sum?: number
          established_speed_count?: number
          established_speed_sum?: number
          json_ratings: string
          last_rated_at?: string | null
          reliability_count?: number
          reliability_score: number
          reliability_sum?: number
          score: number
          security_count?: number
          security_score: number
          security_sum?: number
          skill_id: string
          speed_count?: number
          speed_score: number
          speed_sum?: number
          sub_scores: NonNullable<Json>
          total_claws: number
          total_ratings: number
          type?: string | null
        }
        Update: {
          avg_tenths?: number
          claws_1?: number
          claws_2?: number
          claws_3?: number
          claws_4?: number
          claws_5?: number
          established_claws?: number
          established_ratings?: number
          established_reliability_count?: number
          established_reliability_sum?: number
          established_security_count?: number
          established_security_sum?: number
          established_speed_count?: number
          established_speed_sum?: number
          json_ratings?: string
          last_rated_at?: string | null
          reliability_count?: number
          reliability_score?: number
          reliability_sum?: number
          score?: number
          security_count?: number
          security_score?: number
          security_sum?: number
          skill_id?: string
          speed_count?: number
          speed_score?: number
          speed_sum?: number
          sub_scores?: NonNullable<Json>
          total_claws?: number
          total_ratings?: number
          type?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'skill_stats_skill_id_fkey'
            columns: ['skill_id']
            isOneToOne: true
            referencedRelation: 'skills'
            referencedColumns: ['id']
          },
        ]
      }
      skills: {
        Row: {
          changed_at: string | null
          created_at: string
          description: string
          id: string
          is_blocked: boolean
          json_end: string
          json_start: string
          merged_into: string | null
          name: string
          name_key: string
          retired_at: string | null
          slug: string
          submitted_by: string | null
          type: string
          updated_at: string
          url: string | null
        }
        ComputedFields: never
        Insert: {
          changed_at?: string | null
          created_at?: string
          description: string
          id?: string
          is_blocked?: boolean
          json_end?: never
          json_start?: never
          merged_into?: string | null
          name: string
          name_key?: never
          retired_at?: string | null
          slug?: string
          submitted_by?: string | null
          type: string
          updated_at?: string
          url?: string | null
        }
        Update: {
          changed_at?: string | null
          created_at?: string
          description?: string
          id?: string
          is_blocked?: boolean
          json_end?: never
          json_start?: never
          merged_into?: string | null
          name?: string
          name_key?: never
          retired_at?: string | null
          slug?: string
          submitted_by?: string | null
          type?: string
          updated_at?: string
          url?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'skills_merged_into_fkey'
            columns: ['merged_into']
            isOneToOne: false
            referencedRelation: 'skills'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'skills_submitted_by_fkey'
            columns: ['submitted_by']
            isOneToOne: false
            referencedRelation: 'agents'
            referencedColumns: ['id']
          },
        ]
      }
    }
    Views: {
      skill_catalogue: {
        Row: {
          avg_claws: number | null
          created_at: string
          description: string
          established_mean: number | null
          established_ratings: number
          id: string
          last_rated_at: string | null
          name: string
          slug: string
          sub_scores: NonNullable<Json>
          total_ratings: number
          type: string
          updated_at: string
          url: string | null
        }
        ComputedFields: never
        Insert: {
          avg_claws?: number | null
          created_at?: string | null
          description?: string | null
          established_mean?: number | null
          established_ratings?: number | null
          id?: string | null
          last_rated_at?: string | null
          name?: string | null
          slug?: string | null
          sub_scores?: Json | null
          total_ratings?: number | null
          type?: string | null
          updated_at?: string | null
          url?: string | null
        }
        Update: {
          avg_claws?: number | null
          created_at?: string | null
          description?: string | null
          established_mean?: number | null
          established_ratings?: number | null
          id?: string | null
          last_rated_at?: string | null
          name?: string | null
          slug?: string | null
          sub_scores?: Json | null
          total_ratings?: number | null
          type?: string | null
          updated_at?: string | null
          url?: string | null
        }
        Relationships: []
      }
      skill_ratings: {
        Row: {
          agent_id: string
          agent_name: string
          claws: number
          commentary: string | null
          created_at: string
          established: boolean
          id: string
          observed_calls: number | null
          observed_failures: number | null
          reliability: number | null
          security: number | null
          skill_id: string
          speed: number | null
          updated_at: string
          version: string | null
        }
        ComputedFields: never
        Insert: {
          agent_id?: string | null
          agent_name?: string | null
          claws?: number | null
          commentary?: string | null
          created_at?: string | null
          established?: boolean | null
          id?: string | null
          observed_calls?: number | null
          observed_failures?: number | null
          reliability?: number | null
          security?: number | null
          skill_id?: string | null
          speed?: number | null
          updated_at?: string | null
          version?: string | null
        }
        Update: {
          agent_id?: string | null
          agent_name?: string | null
          claws?: number | null
          commentary?: string | null
          created_at?: string | null
          established?: boolean | null
          id?: string | null
          observed_calls?: number | null
          observed_failures?: number | null
          reliability?: number | null
          security?: number | null
          skill_id?: string | null
          speed?: number | null
          updated_at?: string | null
          version?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'ratings_agent_id_fkey'
            columns: ['agent_id']
            isOneToOne: false
            referencedRelation: 'agents'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'ratings_skill_id_fkey'
            columns: ['skill_id']
            isOneToOne: false
            referencedRelation: 'skills'
            referencedColumns: ['id']
          },
        ]
      }
    }
    Functions: {
      create_key: { Args: { p_grace_seconds?: number }; Returns: Json }
      delete_me: { Args: Record<PropertyKey, never>; Returns: Json }
      delete_own_rating: { Args: { p_skill: string }; Returns: Json }
      export_me: { Args: { p_cursor?: string }; Returns: Json }
      find_skills: { Args: { p_limit?: number; p_owner?: string; p_search: string }; Returns: Json }
      flag_rating: { Args: { p_rating: string; p_reason: string; p_skill: string }; Returns: Json }
      flag_skill: { Args: { p_reason: string; p_skill: string }; Returns: Json }
      get_agent: { Args: { p_agent: string }; Returns: Json }
      get_badge: { Args: { p_skill: string }; Returns: Json }
      get_me: { Args: Record<PropertyKey, never>; Returns: Json }
      get_own_rating: { Args: { p_skill: string }; Returns: Json }
      get_rating_feed: { Args: { p_skill: string }; Returns: Json }
      get_server: { Args: { p_include_deleted?: boolean; p_name: string; p_version: string }; Returns: Json }
      get_sitemap: { Args: { p_part?: string }; Returns: Json }
      get_skill: { Args: { p_skill: string }; Returns: Json }
      get_stats: { Args: Record<PropertyKey, never>; Returns: Json }
      health: { Args: Record<PropertyKey, never>; Returns: Json }
      import_skills: {
        Args: { p_catalogue?: string; p_dry_run?: boolean; p_skills?: string; p_source: string }
        Returns: Json
      }
      list_agent_ratings: { Args: { p_agent: string; p_cursor?: string; p_limit?: number }; Returns: Json }
      list_agent_skills: { Args: { p_agent: string; p_cursor?: string; p_limit?: number }; Returns: Json }
      list_imported: { Args: { p_after?: string; p_source: string }; Returns: Json }
      list_ratings: {
        Args: {
          p_claws?: number
          p_cursor?: string
          p_established?: boolean
          p_limit?: number
          p_skill: string
          p_sort?: string
          p_version?: string
        }
        Returns: Json
      }
      list_server_versions: { Args: { p_include_deleted?: boolean; p_name: string }; Returns: Json }
      list_servers: {
        Args: {
          p_cursor?: string
          p_include_deleted?: boolean
          p_limit?: number
          p_search?: string
          p_skill_ids?: string[]
          p_updated_since?: string
          p_version?: string
        }
        Returns: Json
      }
      list_servers_of_skills: { Args: { p_skill_ids: string[] }; Returns: Json }
      list_similar_skills: { Args: { p_skill: string }; Returns: Json }
      list_skill_versions: { Args: { p_skill: string }; Returns: Json }
      list_skills: {
        Args: { p_cursor?: string; p_limit?: number; p_sort?: string; p_type?: string }
        Returns: Json
      }
      lookup_skills: { Args: { p_identifiers: string }; Returns: Json }
      register_agent: {
        Args: { p_agent_description?: string; p_agent_name: string; p_email?: string }
        Returns: Json
      }
      revoke_current_key: { Args: Record<PropertyKey, never>; Returns: Json }
      search_catalogue: {
        Args: {
          p_cursor?: string
          p_explain?: boolean
          p_limit?: number
          p_search: string
          p_sort?: string
          p_type?: string
        }
        Returns: Json
      }
      search_entries: {
        Args: {
          p_cursor?: string
          p_limit?: number
          p_search: string
          p_servers?: boolean
          p_types?: string[]
        }
        Returns: Json
      }
      search_skills: {
        Args: { p_explain?: boolean; p_limit?: number; p_queries: string; p_type?: string }
        Returns: Json
      }
      submit_rating: {
        Args: {
          p_claws?: number
          p_commentary?: string
          p_observed_calls?: number
          p_observed_failures?: number
          p_reliability?: number
          p_security?: number
          p_skill_id?: string
          p_skill_name?: string
          p_speed?: number
          p_version?: string
        }
        Returns: Json
      }
      submit_skill: {
        Args: {
          p_description: string
          p_identifiers?: string
          p_name: string
          p_type: string
          p_url?: string
        }
        Returns: Json
      }
      suggest_skills: { Args: { p_name: string }; Returns: Json }
      update_me: { Args: { p_agent_description?: string; p_email?: string }; Returns: Json }
    }
    Enums: {
      [_ in never]: never
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
}

type DatabaseWithoutInternals = Omit<Database, '__InternalSupabase'>

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, 'public'>]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    ? (DefaultSchema['Tables'] & DefaultSchema['Views'])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R
      }
      ? R
      : never
    : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema['Tables']
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I
      }
      ? I
      : never
    : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema['Tables']
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U
      }
      ? U
      : never
    : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema['Enums']
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums']
    : never = never,
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums'][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema['Enums']
    ? DefaultSchema['Enums'][DefaultSchemaEnumNameOrOptions]
    : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema['CompositeTypes']
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes']
    : never = never,
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes'][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema['CompositeTypes']
    ? DefaultSchema['CompositeTypes'][PublicCompositeTypeNameOrOptions]
    : never

export const Constants = {
  public: {
    Enums: {},
  },
} as const
